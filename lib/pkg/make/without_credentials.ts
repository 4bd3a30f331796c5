import { credentialIn } from "../check/credential_in.ts";
import { type Part, partText } from "./part.ts";

type Members = ReadonlyMap<string, Part>;

/** A content, and what was taken out of it. */
export interface CleanContent {
  readonly content: Members;
  /** Why something was taken out, once for each time: with its place, never with what it says. */
  readonly reasons: readonly string[];
}

/**
 * Takes out of a content whatever looks like a credential (ctxpkg §14.3): also what no entry is made of, as edges of a
 * graph, the files that a session touched and members of other tools, which go out with what was imported.
 *
 * @param content The content that is about to be written.
 */
export function withoutCredentials(content: Members): CleanContent {
  const reasons: string[] = [];
  const isClean = (part: Part, place: string): boolean => {
    const kind = credentialIn(partText(part));
    if (kind !== undefined) reasons.push(`something in ${place} looks like it holds ${kind}`);
    return kind === undefined;
  };
  const clean = Array.from(content, ([layer, part]): [string, Part] => {
    if (!(part instanceof Map)) return [layer, part];
    const members = Array.from(part as Members, ([name, inner]): [string, Part][] => {
      const place = `${layer}.${name}`;
      if (Array.isArray(inner)) return [[name, inner.filter((item) => isClean(item, place))]];
      return isClean(inner, place) ? [[name, inner]] : [];
    });
    return [layer, new Map(members.flat())];
  });
  return { content: new Map(clean), reasons };
}
