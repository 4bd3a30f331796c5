import type { Environment } from "../../surroundings.ts";
import { credentialShape } from "../check/credential_shaped.ts";
import { credentialIn } from "../check/credential_in.ts";
import type { Draft, Origin } from "../items/draft.ts";
import { packageId } from "../items/draft.ts";
import { objectText } from "../object_text.ts";
import { RefusedError } from "../../errors.ts";

/**
 * Looks for credentials in what is about to be imported (ctxpkg §10): in each item as it stands in the package, and in
 * the entry that it becomes, into which more than its own text goes.
 *
 * @param env The context's surroundings. @param origin The package. @param force Whether whoever imports insists.
 * @returns What says why an item is left out; nothing of any where credentials may be written.
 * @throws {RefusedError} If the package's name or version looks like one: every entry would say it.
 */
export async function credentialsOfDrafts(
  env: Environment,
  origin: Origin,
  force = false,
): Promise<(draft: Draft) => string | undefined> {
  if (force || (await env.settings()).settings.credentials === "warn") return () => undefined;
  const named = credentialShape(packageId(origin));
  if (named !== undefined) {
    throw new RefusedError(
      `Refused the package: its name or version looks like ${named}; nothing was written`,
      {
        hint: "If it is none, insist with --force.",
      },
    );
  }
  const known = new Map<Draft, string | undefined>();
  return (draft) => {
    if (!known.has(draft)) {
      const kind = credentialIn(draft.item.text) ?? credentialIn(entryTextOf(draft));
      known.set(draft, kind && `it looks like it holds ${kind}`);
    }
    return known.get(draft);
  };
}

/** All that a draft puts into its entry. */
function entryTextOf(
  { key, valueText, tags, derivation, created, timestamp, fields, claimed, mark }: Draft,
): string {
  const by = typeof mark?.by === "string" ? mark.by : undefined;
  const said = { key, tags, derivation, created, timestamp, claimed, mark: mark && { ...mark, by } };
  return objectText([["value", valueText], ["said", JSON.stringify(said)], ["fields", objectText(fields)]]);
}
