import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { HARNESSES, type HarnessName } from "../lib/memory/harness.ts";
import { type Answer, type RawEntry, rawEntry, Trial } from "./support/cli_trial.ts";
import { type Injection, INJECTIONS } from "./support/injections.ts";
import { type Called, McpClient } from "./support/mcp_client.ts";
import {
  assertVisible,
  assertVisibleData,
  type Groups,
  readShown,
  type Surface,
} from "./support/shown_text.ts";

/** The entries whose key and claims are not the injection's own: each must be shown with these beside it. */
const CLAIMS: Readonly<Record<string, readonly [source: string, basis: string]>> = {
  current_focus: ["agent", "reported"],
  decision_case: ["both", "inferred"],
  operator_preference_case: ["operator", "verified"],
  note_case: ["system", "reported"],
};
const SPOOF = "spoof_case", SUMMARY = "sessions/2026-10-12_session.md";

/** The stores with a text in every field that an entry has, and in keys. */
function storesWith(
  text: string,
): Readonly<Record<"operator" | "shared" | "agent", Record<string, RawEntry>>> {
  const timestamp = new Date().toISOString(),
    everywhere = { author: text, tags: ["decision", text], timestamp };
  const claimed = (key: string, more: RawEntry = {}) => {
    const [source, basis] = CLAIMS[key]!;
    return { [key]: rawEntry(text, { ...everywhere, source, basis, ...more }) };
  };
  return {
    operator: {
      ...claimed("operator_preference_case", { tags: ["preference", text] }),
      [`operator_directive_${text}`]: rawEntry(text, { source: "operator", ...everywhere }),
      [text]: rawEntry("plain", { source: "operator", timestamp }),
    },
    shared: {
      ...claimed("current_focus"),
      ...claimed("decision_case"),
      [`decision_${text}`]: rawEntry(text, { ...everywhere, status: "superseded", superseded_by: text }),
      [text]: rawEntry("plain", { author: text, timestamp }),
      [SPOOF]: spoof(text),
      nested_case: rawEntry({ [text]: [text] }, { ...everywhere, [text || "field"]: { [text]: text } }),
      zebra_case: rawEntry(`${text} zebra ${text}`, everywhere),
      ...Object.fromEntries(
        [["derivation", "yak"], ["status_note", "gnu"]].map((
          [field, word],
        ) => [
          `${word}_case`,
          rawEntry("plain", { [field!]: `${text} ${word} ${text}`, status: "resolved", timestamp }),
        ]),
      ),
      ibex_case: rawEntry("plain", { tags: [`${text} ibex`, text], timestamp }),
    },
    agent: {
      ...claimed("note_case", { derivation: text }),
      amended_case: rawEntry(`[Amended 2026-10-13: ${text}]\n${text}`, {
        timestamp,
        status: "amended",
        status_note: text,
      }),
    },
  };
}

/** An entry in which every field is the text, also those of closed sets. */
function spoof(text: string): RawEntry {
  const fields = ["source", "basis", "scope", "author", "derivation", "created", "timestamp", "status"];
  const marks = ["status_note", "status_timestamp", "superseded_by"];
  return {
    value: text,
    tags: [text],
    ...Object.fromEntries([...fields, ...marks].map((name) => [name, text])),
  };
}

/** What RULES.md, the newest summary, the settings and the history hold. */
function filesWith(text: string): Readonly<Record<string, string>> {
  const line = (key: string, at: string, entry: RawEntry) =>
    JSON.stringify({ at, operation: text, key, by: text, entry }) + "\n";
  const [source, basis] = CLAIMS.decision_case!,
    old = rawEntry(`old ${text}`, { author: text, source, basis });
  return {
    "RULES.md": `${text}\n# Rules\n- ${text}\n${text}`,
    [SUMMARY]: `${text}\n# Session\n\n## Done\n- ${text}\n\n## Open\n- ${text}\n- second ${text}\n`,
    "config.jsonc": JSON.stringify({ brief: { change_items: 50, [text]: 1 }, [text]: 1 }),
    "memory/history/shared.jsonl": line(SPOOF, text, spoof(`old ${text}`)) +
      line("decision_case", "2026-01-02T00:00:00Z", old),
  };
}

/** Puts a text everywhere; what is no object in a store is named by every command that reads it. */
async function fill(t: Trial, text: string): Promise<void> {
  const stores = storesWith(text);
  for (const [store, entries] of Object.entries(stores)) {
    const bad = store === "agent" ? { [`bad ${text}`]: text } as unknown as Record<string, RawEntry> : {};
    await t.store(store, { ...entries, ...bad });
  }
  for (const [name, content] of Object.entries(filesWith(text))) await t.write(name, content);
}

/** Reads what was shown, and looks whether the claims of known entries stand where they should. */
async function read(where: string, surface: Surface, text: string, verbatim?: string): Promise<Groups[]> {
  try {
    const found = await readShown(surface, text, verbatim);
    for (const { key, source, basis } of found) {
      const claim = CLAIMS[key ?? ""];
      // The brief of Appendix A.2 has no claims; where they are, they are these.
      if (claim && source !== undefined) assertEquals([source, basis].join(" "), claim.join(" "), key);
    }
    return found;
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

/** Failures of many readings, so that one does not keep the others from being seen. */
class Faults {
  readonly #found: string[] = [];

  async of(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#found.push((error as Error).message);
    }
  }

  assertNone(): void {
    assert(this.#found.length === 0, `${this.#found.length} get through:\n\n${this.#found.join("\n\n")}`);
  }
}

/** What is asked of the command about a text, and as what its answer is read. */
function calls(text: string): (readonly [Surface, ...string[]])[] {
  const asKey = text === "" ? [] : [
    ["get", "get", "-v", "--", text],
    ["get", "get", "--all", "-v", "--", text],
    ["get", "get", "--store", "operator", "--", text],
    ["list", "search", "--", text],
    ["history", "history", "--", text],
  ] as const;
  return [
    ["brief", "brief"],
    ...Object.keys(HARNESSES).map((name) => ["hook", "start", "--hook", name] as const),
    ...["rules", "brief", "summary"].map((part) =>
      ["hook", "start", "--hook", "plain", "--part", part] as const
    ),
    ...["1400", "2500"].map((most) => ["hook", "start", "--hook", "plain", "--budget", most] as const),
    ...asKey,
    ...["current_focus", SPOOF, "nested_case", "yak_case"].flatMap((key) =>
      [["get", "get", key], ["get", "get", key, "-v"]] as const
    ),
    ["get", "get", "operator_preference_case", "--store", "operator"],
    ["get", "get", "amended_case", "--all", "-v"],
    ["list", "list"],
    ["list", "list", "--store", "agent"],
    ["list", "search", "case"],
    ...["zebra", "yak", "gnu", "ibex"].map((word) => ["list", "search", "--words", word] as const),
    ...["decision_case", SPOOF].flatMap((key) =>
      [["history", "history", key], ["wholeHistory", "history", "-v", key], ["diff", "diff", key]] as const
    ),
    ["session", "session", "show"],
    ["template", "session", "new"],
    ["stats", "stats"],
    ["doctor", "doctor"],
  ];
}

/** What a hook printed, out of the object in which its harness wants it; anything besides is a failure. */
function unwrapped(name: HarnessName, out: string): string {
  const { envelope } = HARNESSES[name];
  if (envelope === "plain") return out;
  assertMatch(out, /^[^\n]*\n$/);
  assertVisible(out);
  const object = JSON.parse(out), [text] = Object.values(object.hookSpecificOutput ?? object).slice(-1);
  assertEquals(
    object,
    envelope === "nested"
      ? { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } }
      : { [envelope === "snake" ? "additional_context" : "additionalContext"]: text },
  );
  return text as string;
}

for (const [kind, injections] of INJECTIONS) {
  Deno.test(`in what the command prints nothing stored passes for ctx, hides or acts: ${kind}`, async () => {
    await using t = await Trial.make();
    const faults = new Faults();
    for (const { name, text } of injections) {
      await fill(t, text);
      const rules = await t.read("RULES.md"), verbatim = rules.endsWith("\n") ? rules : `${rules}\n`;
      const reads = async (surface: Surface, words: readonly string[], verbatim?: string) => {
        const where = `${name}: ctx ${words.join(" ").split(" -- ", 1)}`,
          { out, err } = await t.ctx(...words);
        const text = words[1] === "--hook" ? unwrapped(words[2] as HarnessName, out) : out;
        await faults.of(() => read(where, surface, text, verbatim));
        await faults.of(() =>
          read(`${where} (standard error)`, "messages", err.map((line) => line + "\n").join(""))
        );
      };
      await reads("start", ["start"], verbatim);
      for (const [surface, ...words] of calls(text)) await reads(surface, words);
    }
    faults.assertNone();
  });
}
