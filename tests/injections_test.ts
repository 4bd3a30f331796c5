import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { HARNESSES, type HarnessName } from "../lib/memory/harness.ts";
import { type RawEntry, rawEntry, Trial } from "./support/cli_trial.ts";
import { INJECTIONS } from "./support/injections.ts";
import { McpClient } from "./support/mcp_client.ts";
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

/** Puts a text everywhere, also where a store should hold an object. @returns How many entries there are. */
async function fill(t: Trial, text: string): Promise<number> {
  const stores = storesWith(text);
  for (const [store, entries] of Object.entries(stores)) {
    const bad = store === "agent" ? { [`bad ${text}`]: text } as unknown as Record<string, RawEntry> : {};
    await t.store(store, { ...entries, ...bad });
  }
  for (const [name, content] of Object.entries(filesWith(text))) await t.write(name, content);
  return Object.values(stores).reduce((count, entries) => count + Object.keys(entries).length, 0);
}

/** What went wrong with many texts, so that the first does not keep the others from being seen. */
class Faults {
  readonly #found: string[] = [];

  async of<T>(where: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#found.push(`${where}: ${(error as Error).message}`);
      return undefined;
    }
  }

  assertNone(): void {
    assert(this.#found.length === 0, `${this.#found.length} get through:\n\n${this.#found.join("\n\n")}`);
  }
}

/** Reads what was shown; where the claims of an entry stand that is known, they are its own. */
async function read(surface: Surface, text: string, verbatim?: string): Promise<Groups[]> {
  const found = await readShown(surface, text, verbatim);
  for (const { key, source, basis } of found) {
    const claim = CLAIMS[key ?? ""];
    // The brief of Appendix A.2 says of few entries who stands behind them.
    if (claim && source !== undefined) assertEquals(`${source} ${basis}`, claim.join(" "), key);
  }
  return found;
}

const WORDS = ["zebra", "yak", "gnu", "ibex"],
  SHOWN_KEYS = ["current_focus", SPOOF, "nested_case", "yak_case"];

/** What is asked of the command about a text, and as what its answer is read. */
function calls(text: string): (readonly [Surface, ...string[]])[] {
  const plain = ["start", "--hook", "plain"];
  return [
    ["brief", "brief"],
    ...Object.keys(HARNESSES).map((name) => ["hook", "start", "--hook", name] as const),
    ...["rules", "brief", "summary"].map((part) => ["hook", ...plain, "--part", part] as const),
    // Room for some of it: what is cut is cut in the middle of a text.
    ...["1400", "2500", "4000"].map((most) => ["hook", ...plain, "--budget", most] as const),
    // No command takes the empty text for a key.
    ...text === "" ? [] : [
      ["get", "get", "-v", "--", text],
      ["get", "get", "--all", "-v", "--", text],
      ["get", "get", "--store", "operator", "--", text],
      ["history", "history", "--", text],
      ["list", "search", "--", text],
      ["failure", "get", "--", `none ${text}`],
    ] as const,
    ...SHOWN_KEYS.flatMap((key) => [["get", "get", key], ["get", "get", key, "-v"]] as const),
    ["get", "get", "operator_preference_case", "--store", "operator"],
    ["get", "get", "amended_case", "--all", "-v"],
    ["list", "list"],
    ["list", "list", "--store", "agent"],
    ["list", "search", "case"],
    ...WORDS.map((word) => ["list", "search", "--words", word] as const),
    ...["decision_case", SPOOF].flatMap((key) =>
      [["history", "history", key], ["wholeHistory", "history", "-v", key], ["diff", "diff", key]] as const
    ),
    ["session", "session", "show"],
    ["template", "session", "new"],
    ["stats", "stats"],
    ["doctor", "doctor"],
    // Last, since it changes what the others read.
    ["written", "set", SPOOF, "new"],
    ["written", "undo", SPOOF],
    ["written", "supersede", "ibex_case", "--force", `--by=${text || "x"}`],
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

/** Takes the colours of ctx away, and nothing else that a terminal obeys. */
function withoutColours(text: string): string {
  return text.replaceAll(/\x1b\[(?:0|1|2|33|31;9|32)m/g, "");
}

for (const [kind, injections] of INJECTIONS) {
  Deno.test(`in what the command prints no stored text passes for ctx, hides or acts: ${kind}`, async () => {
    await using t = await Trial.make();
    const faults = new Faults();
    for (const { name, text } of injections) {
      const count = await fill(t, text), rules = await t.read("RULES.md");
      const ask = async (surface: Surface, words: readonly string[], verbatim?: string) => {
        const where = `${name}: ctx ${inAscii(words.join(" "), 100)}`,
          { out, err } = await t.ctx(...words);
        const messages = err.map((line) => `${line}\n`).join("");
        await faults.of(`${where}, standard error`, () => read("messages", messages));
        return await faults.of(where, async () => {
          if (surface === "failure") return assertEquals(out, "");
          const shown = words[1] === "--hook" ? unwrapped(words[2] as HarnessName, out) : out;
          return (await read(surface, shown, verbatim)).length;
        });
      };
      await ask("start", ["start"], rules.endsWith("\n") ? rules : `${rules}\n`);
      for (const [surface, ...words] of calls(text)) {
        const found = await ask(surface, words);
        if (words.join() === "list") assertEquals(found ?? count, count, "an entry a line");
      }
      for (const words of [["list"], ["search", "--words", "zebra"], ["history", SPOOF], ["get", SPOOF]]) {
        const coloured = await t.with({ variables: { FORCE_COLOR: "1" } }, ...words);
        await faults.of(`${name}: ctx ${words.join(" ")}, in colour`, async () => {
          assertEquals(withoutColours(coloured.out), (await t.ctx(...words)).out);
        });
      }
    }
    faults.assertNone();
  });
}

/** What is asked of the server's tools about a text, and as what the answer is read. */
function toolCalls(text: string): (readonly [Surface, string, Record<string, unknown>])[] {
  return [
    ["hook", "ctx_start", {}],
    ["hook", "ctx_start", { brief: true }],
    ["page", "ctx_list", {}],
    ["page", "ctx_list", { offset: 2, limit: 3 }],
    ["page", "ctx_list", { store: "agent" }],
    ["page", "ctx_search", { query: "case" }],
    ["page", "ctx_search", { query: text }],
    ...WORDS.map((query) => ["page", "ctx_search", { query, words: true }] as const),
    ...SHOWN_KEYS.map((key) => ["entry", "ctx_get", { key }] as const),
    ["entry", "ctx_get", { key: "operator_preference_case", store: "operator" }],
    ["entry", "ctx_get", { key: "note_case", store: "agent" }],
    ["failure", "ctx_get", { key: `none ${text}` }],
    ["failure", "ctx_get", { key: `bad ${text}`, store: "agent" }],
    ["versionsPage", "ctx_history", { key: "decision_case" }],
    ["versionsPage", "ctx_history", { key: SPOOF }],
    ...text === "" ? [] : [
      ["entry", "ctx_get", { key: text }],
      ["entry", "ctx_get", { key: text, store: "operator" }],
      ["versionsPage", "ctx_history", { key: text }],
    ] as const,
    ["written", "ctx_set", { key: SPOOF, value: "new" }],
    ["written", "ctx_undo", { key: SPOOF }],
  ];
}

/** The addresses of the server's resources, and as what each is read. */
function addresses(text: string): (readonly [Surface, string])[] {
  const keys = [SPOOF, ...text === "" || !text.isWellFormed() ? [] : [text]];
  return [
    ["hook", "ctx://brief"],
    ["rules", "ctx://rules"],
    ["session", "ctx://session/latest"],
    ...keys.map((key) => ["get", `ctx://entry/shared/${encodeURIComponent(key)}`] as const),
  ];
}

Deno.test("in what the server answers no stored text passes for ctx, hides or acts", async (test) => {
  await using t = await Trial.make();
  await fill(t, "x");
  await using mcp = await McpClient.connect(t.home);
  for (const [kind, injections] of INJECTIONS) {
    await test.step(kind, async () => {
      const faults = new Faults();
      for (const { name, text } of injections) {
        await fill(t, text);
        for (const [surface, tool, args] of toolCalls(text)) {
          await faults.of(`${name}: ${tool} ${inAscii(JSON.stringify(args), 100)}`, async () => {
            const { text, data, isError } = await mcp.call(tool, args);
            assertEquals(isError, surface === "failure");
            assertVisibleData(data);
            await read(surface, isError ? `${text}\n` : text);
            for (const { key, source, basis } of data?.results ?? (data?.entry ? [data.entry] : [])) {
              assertEquals([typeof source, typeof basis], ["string", "string"]);
              if (CLAIMS[key]) assertEquals([source, basis], CLAIMS[key]);
            }
          });
        }
        await faults.of(`${name}: the parts of a long value`, () => readParts(mcp));
        for (const [surface, uri] of addresses(text)) {
          await faults.of(
            `${name}: ${uri.slice(0, 100)}`,
            async () => await read(surface, await mcp.read(uri)),
          );
        }
        for (const [surface, prompt] of [["hook", "start"], ["handoff", "handoff"]] as const) {
          await faults.of(`${name}: the prompt ${prompt}`, async () => {
            const { messages } = await mcp.client.getPrompt({ name: prompt });
            assertEquals(messages.length, 1);
            await read(surface, (messages[0]!.content as { text: string }).text);
          });
        }
        await faults.of(`${name}: completions`, async () => {
          const ref = { type: "ref/resource", uri: "ctx://entry/{store}/{key}" } as const;
          const { completion } = await mcp.client.complete({ ref, argument: { name: "key", value: "" } });
          for (const value of completion.values) assertMatch(value, /^[!-~]*$/);
        });
      }
      faults.assertNone();
    });
  }
});

/** Reads a value part by part, as far as it goes. */
async function readParts(mcp: McpClient): Promise<void> {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const { text, data } = await mcp.call("ctx_get", { key: "zebra_case", offset });
    await read("entry", text);
    assertVisibleData(data);
    offset = data.next;
  }
}
