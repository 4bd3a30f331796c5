import { digest12 } from "../text/digest_fence.ts";
import type { Merge, Removal } from "./merge.ts";
import type { Content } from "./placement.ts";
import { newlineOf } from "./spans.ts";

type BlockContent = Extract<Content, { format: "block" }>;
type Comment = BlockContent["comment"];

/** A marked block as it stands in a file. */
interface Found {
  /** Where it begins and ends, its last line's end included. */
  readonly start: number;
  readonly end: number;
  /** What stands between the marks. */
  readonly text: string;
  /** Whether that is what the mark says that was put there. */
  readonly isUntouched: boolean;
}

/** The lines that begin and end a block; the first carries a check of what stands between. */
function marks(comment: Comment, hash: string): [begin: string, end: string] {
  return comment === "html"
    ? [`<!-- ctx:begin v1 sha256:${hash} -->`, "<!-- ctx:end -->"]
    : [`# ctx:begin v1 sha256:${hash}`, "# ctx:end"];
}

/**
 * A text between marks, by which it is found again, and by which it shows whether somebody changed it.
 *
 * @param text The lines, each ended. @param comment How the file writes what is none of its content.
 */
export async function markedBlock(text: string, comment: Comment): Promise<string> {
  const [begin, end] = marks(comment, await digest12(text));
  return `${begin}\n${text}${end}\n`;
}

/** Puts a block at the end of a text, an empty line before it. */
export async function mergeBlock(text: string, { comment, text: inner }: BlockContent): Promise<Merge> {
  const blocks = await blocksIn(text, comment), newline = newlineOf(text);
  if (blocks.some((block) => block.text === inner)) return { state: "there" };
  const [other] = blocks;
  if (other !== undefined) {
    const why = other.isUntouched ? "the block is that of another wiring" : "somebody changed the block";
    return { state: "other", found: text.slice(other.start, other.end), why };
  }
  const set = comment === "hash" ? assignmentOf(text, inner) : undefined;
  if (set !== undefined) return { state: "other", found: set, why: "it is set there already" };
  const block = (await markedBlock(inner, comment)).replaceAll("\n", newline);
  const gap = text.replace("\ufeff", "") === "" ? "" : /\n$/.test(text) ? newline : newline + newline;
  return { state: "missing", spans: [{ at: text.length, text: gap + block }] };
}

/** Takes a block out again, unless somebody changed it; the empty line before it goes too. Another's stays. */
export async function removeBlock(text: string, { comment, text: inner }: BlockContent): Promise<Removal> {
  const blocks = await blocksIn(text, comment), own = blocks.find((block) => block.text === inner);
  if (own !== undefined) {
    const before = text.slice(0, own.start), after = text.slice(own.end);
    return { state: "removed", text: before.replace(/(^|\n)\r?\n$/, "$1") + after };
  }
  const changed = blocks.find(({ isUntouched }) => !isUntouched);
  return changed === undefined
    ? { state: "absent" }
    : { state: "changed", found: text.slice(changed.start, changed.end) };
}

/** The blocks of a text. One that has no end is none, nor does it reach into the next. */
async function blocksIn(text: string, comment: Comment): Promise<Found[]> {
  const form = comment === "html"
    ? /^<!-- ctx:begin v1 sha256:([0-9a-f]+) -->[ \t]*\r?\n((?:(?!^<!-- ctx:begin )[^])*?)^<!-- ctx:end -->[ \t]*(?:\r?\n|$)/gm
    : /^# ctx:begin v1 sha256:([0-9a-f]+)[ \t]*\r?\n((?:(?!^# ctx:begin )[^])*?)^# ctx:end[ \t]*(?:\r?\n|$)/gm;
  return await Promise.all([...text.matchAll(form)].map(async (match) => {
    const inner = match[2]!.replaceAll("\r\n", "\n");
    return {
      start: match.index,
      end: match.index + match[0].length,
      text: inner,
      isUntouched: match[1] === await digest12(inner),
    };
  }));
}

/** The line of a .env file that sets one of the variables of a block already. */
function assignmentOf(text: string, inner: string): string | undefined {
  const names = [...inner.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  return new RegExp(`^[ \\t]*(?:export[ \\t]+)?(?:${names.join("|")})[ \\t]*=.*$`, "m").exec(text)?.[0];
}
