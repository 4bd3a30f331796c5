import { InvalidInputError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import { fence } from "../../text/digest_fence.ts";
import { visible } from "../../text/visible.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { inputText } from "./set.ts";

/** `ctx session`: the session summaries (§7). */
export const session: Command = async (call) => {
  const [verb, name] = call.words.positional;
  const verbs: Readonly<Record<string, (call: Call) => Promise<Outcome>>> = { new: fresh, write, list, show };
  if (!Object.hasOwn(verbs, verb!)) {
    const close = nearest(verb!, Object.keys(verbs));
    throw new InvalidInputError(`There is no command ctx session ${JSON.stringify(verb)}`, {
      hint: close
        ? `Did you mean ctx session ${close}?`
        : "Usage: ctx session new | write | list | show [name]",
    });
  }
  if (name !== undefined && verb !== "show") {
    throw new InvalidInputError(`ctx session ${verb}: there is a word too many`, {
      hint: verb === "write"
        ? "The summary comes on standard input: ctx session write < summary.md"
        : undefined,
    });
  }
  const unused = OF_WRITE.find((option) => verb !== "write" && call.words.has(option));
  if (unused) throw new InvalidInputError(`ctx session ${verb} has no option --${unused}: it is write's`);
  return await verbs[verb!]!(call);
};

const OF_WRITE = ["date", "focus", "force", "lock-timeout"] as const;

async function fresh({ context }: Call): Promise<Outcome> {
  const text = await context().sessions.template();
  return { text: () => text, json: () => JSON.stringify({ text }) };
}

async function write({ words, io, context }: Call): Promise<Outcome> {
  const { sessions } = context(), text = inputText(await io.input());
  const { name, warnings } = await sessions.write(text, {
    date: words.text("date"),
    focus: words.text("focus"),
    force: words.has("force"),
    signal: io.interrupted(),
  });
  return {
    text: () => `sessions/${name}: written\n`,
    json: () => JSON.stringify({ file: `sessions/${name}`, warnings }),
    notes: warnings,
  };
}

async function list({ context }: Call): Promise<Outcome> {
  const names = await context().sessions.list();
  return {
    text: () => names.toReversed().map((name) => `${name}\n`).join(""),
    json: () => JSON.stringify({ results: names.toReversed(), total: names.length, more: 0 }),
  };
}

async function show({ words, context }: Call): Promise<Outcome> {
  const { name, text } = await context().sessions.read(words.positional[1]);
  return {
    text: () => fence(`ctx session: sessions/${name}`, visible(text)),
    json: () => JSON.stringify({ file: `sessions/${name}`, text }),
  };
}
