import { InvalidInputError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import type { Command } from "../command.ts";
import type { OptionName } from "../options.ts";

/** A word behind `ctx pkg`: its options, and where its code is. */
interface Verb {
  readonly options: readonly OptionName[];
  readonly load: () => Promise<Command>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  verify: { options: ["strict"], load: async () => (await import("./pkg_verify.ts")).verify },
  wrap: { options: ["to", "secret-env"], load: async () => (await import("./pkg_envelope.ts")).wrap },
  unwrap: { options: ["secret-env"], load: async () => (await import("./pkg_envelope.ts")).unwrap },
};
const ALL_OPTIONS = new Set(Object.values(VERBS).flatMap(({ options }) => options));

/** `ctx pkg`: context packages (ctxpkg §13.2). */
export const pkg: Command = async (call) => {
  const verb = call.words.positional[0]!, row = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (row === undefined) {
    const close = nearest(verb, Object.keys(VERBS));
    throw new InvalidInputError(`There is no command ctx pkg ${JSON.stringify(verb)}`, {
      hint: close
        ? `Did you mean ctx pkg ${close}?`
        : `Usage: ctx pkg ${Object.keys(VERBS).join(" | ")} FILE`,
    });
  }
  const other = [...ALL_OPTIONS].find((option) => call.words.has(option) && !row.options.includes(option));
  if (other) throw new InvalidInputError(`ctx pkg ${verb} has no option --${other}`);
  return await (await row.load())(call);
};
