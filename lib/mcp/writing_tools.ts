import { InvalidInputError } from "../errors.ts";
import { NAME_LENGTH, shownKey, shownName, shownWord, statusLabel } from "../memory/shown_names.ts";
import type { WrittenEntry } from "../set_mark_delete.ts";
import type { MarkOptions } from "../write_options.ts";
import { clip } from "../text/excerpt.ts";
import { aboutEntry, type Answer, withoutAbsent } from "./answer.ts";
import type { Zod } from "./sdk.ts";
import { jsonOf, plainValue } from "./given_value.ts";
import { fields, type Tool, tool, type ToolCall } from "./tool.ts";
import { inTools } from "./wording.ts";

/** The tools that write, in the order in which they are listed. */
export function writingTools(z: Zod): Tool[] {
  const { store, key } = fields(z), basis = z.enum(["verified", "reported", "inferred"]);
  const written = z.object({ done: z.string() });
  return [
    tool({
      name: "ctx_set",
      description:
        "Remember (store, add_memories, write_note): save a note or replace its value. basis: verified only what you checked. json: value is JSON text, its digits kept.",
      input: z.strictObject({
        key,
        value: z.unknown(),
        json: z.boolean().optional(),
        store,
        source: z.enum(["operator", "agent", "both", "system"]).optional(),
        basis: basis.optional(),
        scope: z.enum(["global", "session"]).optional(),
        tags: z.array(z.string()).optional(),
        derivation: z.string().optional(),
        only_new: z.boolean().optional(),
        if_timestamp: z.string().optional(),
      }),
      output: written,
      effect: "replaces",
      run: async ({ key, value, json, only_new, if_timestamp, ...claims }, { context, signal }) => {
        const given = json ? jsonOf(value) : plainValue(value);
        const options = { ...claims, onlyNew: only_new, ifTimestamp: if_timestamp, signal };
        const entry = await context.set(key, given, options);
        return writtenAnswer(entry, entry.earlier ? `replaced ${earlierOf(entry)}` : "new");
      },
    }),
    tool({
      name: "ctx_mark",
      description:
        "Correct a memory, its value kept: amend (note), supersede (by another key), resolve (done with), basis (how it is known).",
      input: z.strictObject({
        action: z.enum(["amend", "supersede", "resolve", "basis"]),
        key,
        store,
        note: z.string().optional(),
        by: z.string().optional(),
        basis: basis.optional(),
      }),
      output: written,
      effect: "marks",
      run: async (args, call) =>
        writtenAnswer(
          await mark(args, call),
          args.action === "basis" ? `basis ${args.basis}` : statusOf(args),
        ),
    }),
    tool({
      name: "ctx_undo",
      description: "Put a memory's last version back, as a new change.",
      input: z.strictObject({ key, store }),
      output: written,
      effect: "marks",
      run: async ({ key, store }, { context, signal }) =>
        writtenAnswer(await context.undo(key, { store, signal }), "put back as it was before"),
    }),
    tool({
      name: "ctx_session",
      description:
        "End a session: file its summary (mem_session_summary): Markdown whose ## Open restates each open item.",
      input: z.strictObject({
        summary: z.string(),
        focus: z.string().optional(),
        date: z.string().optional(),
      }),
      output: z.object({ file: z.string() }),
      effect: "adds",
      run: async ({ summary, focus, date }, { context, signal }) => {
        const { name, warnings } = await context.sessions.write(summary, { focus, date, signal });
        const file = `sessions/${name}`;
        return { text: said(`${file}: written`, warnings), data: { file, ...noted(warnings) } };
      },
    }),
  ];
}

/** The tool that removes for good, which is not there unless it was asked for. */
export function deletingTools(z: Zod): Tool[] {
  const { store, key } = fields(z);
  return [
    tool({
      name: "ctx_delete",
      description: "Forget for good (delete_memory), earlier values too: for mistakes.",
      input: z.strictObject({ key, store }),
      output: z.object({ done: z.string() }),
      effect: "destroys",
      run: async ({ key, store = "shared" }, { context, signal }) => {
        await context.delete(key, { store, signal });
        const done = "deleted, earlier values too";
        return { text: `${store}/${shownKey(key)}: ${done}\n`, data: { store, key: clip(key, 1000), done } };
      },
    }),
  ];
}

interface Mark {
  readonly action: "amend" | "supersede" | "resolve" | "basis";
  readonly key: string;
  readonly store?: MarkOptions["store"];
  readonly note?: string;
  readonly by?: string;
  readonly basis?: "verified" | "reported" | "inferred";
}

/** What each action cannot do without, and what else it takes. */
const NEEDS = {
  amend: ["note", []],
  supersede: ["by", ["note"]],
  resolve: [undefined, ["note"]],
  basis: ["basis", []],
} as const;

async function mark(args: Mark, { context, signal }: ToolCall): Promise<WrittenEntry> {
  const { action, key, store, note, by, basis } = args, [needed, more] = NEEDS[action];
  for (const name of ["note", "by", "basis"] as const) {
    if (name === needed && args[name] === undefined) {
      throw new InvalidInputError(`ctx_mark ${action} needs ${name}`);
    }
    if (args[name] !== undefined && name !== needed && !(more as readonly string[]).includes(name)) {
      throw new InvalidInputError(`ctx_mark ${action} does not take ${name}`, {
        hint: "Leave it out: nothing was written.",
      });
    }
  }
  const options = { store, note, signal };
  switch (action) {
    case "amend":
      return await context.amend(key, note!, { store, signal });
    case "supersede":
      return await context.supersede(key, by!, options);
    case "resolve":
      return await context.resolve(key, options);
    case "basis":
      return await context.setBasis(key, basis!, { store, signal });
  }
}

function statusOf({ action, by }: Mark): string {
  return {
    amend: "amended",
    resolve: "resolved",
    supersede: `superseded by ${shownKey(by ?? "")}`,
    basis: "",
  }[action];
}

function writtenAnswer(entry: WrittenEntry, done: string): Answer {
  const { store, key, warnings } = entry;
  return {
    text: said(`${store}/${shownKey(key)}: ${done}`, warnings),
    data: { ...aboutEntry(entry), done, ...noted(warnings) },
  };
}

/** Whose value gave way, so that nobody overwrites another's unseen. */
function earlierOf({ earlier }: WrittenEntry): string {
  const { author, source, timestamp } = earlier!.entry, status = statusLabel(earlier!.entry);
  const by = shownName(author ?? source),
    time = timestamp ? shownWord(timestamp, NAME_LENGTH) : "an unknown time";
  return `the ${status && `${status} `}value of ${time} by ${by}; ctx_undo puts it back`;
}

function said(line: string, warnings: readonly string[]): string {
  return [line, ...warnings.map((warning) => `! ${clip(inTools(warning), 500)}`)].map((text) => text + "\n")
    .join("");
}

function noted(warnings: readonly string[]): Record<string, unknown> {
  return withoutAbsent({
    warnings: warnings.length > 0 ? warnings.map((text) => clip(inTools(text), 500)) : undefined,
  });
}
