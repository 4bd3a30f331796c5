import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, isNow, LONG_AGO } from "./context_root.ts";
import { all, equal, holds, succeeds } from "./verdict.ts";

/** The checks of §3.6, status. */
export const STATUS: readonly Scenario[] = [
  { name: "§3.6 every transition", sections: ["3.6", "4.3"], run: transitions },
  { name: "§3.6 amending", sections: ["3.6"], run: amending },
  { name: "§3.6 the local date of a note", sections: ["3.6"], extra: true, run: localDate },
  { name: "§3.6 a new value is a new claim", sections: ["3.6", "4.2"], run: clearing },
];

const MARK = { status_timestamp: LONG_AGO, status_note: "old note" };

/** An entry in each state that an entry can be in. */
const STATES: Readonly<Record<string, Entry>> = {
  current: {},
  amended: { ...MARK, status: "amended" },
  superseded: { ...MARK, status: "superseded", superseded_by: "k_by" },
  resolved: { ...MARK, status: "resolved" },
};

interface Change {
  readonly words: (key: string) => readonly string[];
  readonly status: string;
  readonly note?: string;
  readonly by?: string;
}

const CHANGES: Readonly<Record<string, Change>> = {
  "amend": { words: (key) => ["amend", key, "new note"], status: "amended", note: "new note" },
  "supersede": { words: (key) => ["supersede", key, "--by", "k_next"], status: "superseded", by: "k_next" },
  "supersede with a note": {
    words: (key) => ["supersede", key, "--by", "k_next", "--note", "new note"],
    status: "superseded",
    note: "new note",
    by: "k_next",
  },
  "resolve": { words: (key) => ["resolve", key], status: "resolved" },
  "resolve with a note": {
    words: (key) => ["resolve", key, "--note", "new note"],
    status: "resolved",
    note: "new note",
  },
};

const STATUS_FIELDS = ["status", "status_note", "status_timestamp", "superseded_by"];

async function transitions(trial: Trial): Promise<void> {
  const { root } = trial;
  const base = entryOf("the value", {
    author: "Old",
    basis: "verified",
    scope: "session",
    tags: ["t"],
    derivation: "d",
  });
  const cases = Object.keys(STATES).flatMap((state) =>
    Object.keys(CHANGES).map((change) => [state, change] as const)
  );
  const keyOf = (state: string, change: string) => `k_${state}_${change.replaceAll(" ", "_")}`;
  await root.seed("shared", [
    ...cases.map(([state, change]) => [keyOf(state, change), { ...base, ...STATES[state] }] as const),
    ["k_by", entryOf("by")],
    ["k_next", entryOf("next")],
  ]);
  for (const [index, [state, change]] of cases.entries()) {
    const { words, status, note, by } = CHANGES[change] as Change;
    const key = keyOf(state, change);
    const author = index % 2 === 0 ? "New" : undefined;
    const run = await trial.run(words(key), author === undefined ? {} : { author });
    const entry = await root.entry(key);
    const what = `${change}, of one that is ${state}`;
    const { value, timestamp, status_timestamp, ...rest } = entry;
    const kept = {
      source: "agent",
      basis: "verified",
      scope: "session",
      tags: ["t"],
      derivation: "d",
      created: LONG_AGO,
    };
    trial.must(
      "4.3",
      `${what}: status, note, replacement and nothing else change`,
      all(
        succeeds(run),
        equal(rest, { ...kept, status, status_note: note, superseded_by: by, author: author ?? "Old" }),
      ),
    );
    trial.must(
      "3.6",
      `${what}: status_timestamp and timestamp are now`,
      holds(isNow(timestamp) && timestamp === status_timestamp, "two equal times, now", [
        timestamp,
        status_timestamp,
      ]),
    );
    const asked = status === "amended" ? /^\[Amended \d{4}-\d\d-\d\d: new note\]\nthe value$/ : /^the value$/;
    trial.must("3.6", `${what}: the value is kept`, holds(asked.test(String(value)), String(asked), value));
  }
}

const AMENDED: readonly (readonly [what: string, value: unknown])[] = [
  ["a string", "plain text"],
  ["an empty string", ""],
  ["a text of several lines", "one\n\ttwo\n"],
  ["a number", 8080],
  ["true", true],
  ["null", null],
  ["an array", [1, "two", null]],
  ["an object", { port: 8080, nested: { a: [] } }],
];

async function amending(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", AMENDED.map(([, value], index) => [`k_${index}`, entryOf(value)]));
  for (const [index, [what, value]] of AMENDED.entries()) {
    await trial.ctx("amend", `k_${index}`, "the", "first", "note");
    const { value: amended } = await root.entry(`k_${index}`);
    const match = /^\[Amended (\d{4}-\d\d-\d\d): the first note\]\n([^]*)$/.exec(String(amended));
    const rest = match?.[2];
    trial.must(
      "3.6",
      `amending ${what} puts [Amended DATE: note] and a newline before it`,
      holds(match !== null && days().includes(match[1] ?? ""), "the note with the date of today", amended),
    );
    trial.must(
      "3.6",
      `amending ${what} keeps it, as text or as JSON text`,
      equal(typeof value === "string" ? rest : parsed(rest), value),
    );
  }
  await trial.ctx("amend", "k_0", "the second");
  const { value, status_note } = await root.entry("k_0");
  const lines = String(value).split("\n").map((line) => line.replace(/\d{4}-\d\d-\d\d/, "DATE"));
  trial.must(
    "3.6",
    "notes of several amendments stack, the newest first",
    equal(lines, ["[Amended DATE: the second]", "[Amended DATE: the first note]", "plain text"]),
  );
  trial.must("3.6", "an amendment's note is also its status_note", equal(status_note, "the second"));
  await trial.ctx("resolve", "k_0");
  trial.must(
    "3.6",
    "a status after an amendment leaves its note in the value",
    equal((await root.entry("k_0")).value, value),
  );
}

async function localDate(trial: Trial): Promise<void> {
  await trial.root.seed("shared", [["k_east", entryOf("v")], ["k_west", entryOf("v")]]);
  for (const [key, zone] of [["k_east", "Pacific/Kiritimati"], ["k_west", "Etc/GMT+12"]] as const) {
    const dayIn = () => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
    const before = dayIn();
    await trial.run(["amend", key, "note"], { env: { TZ: zone } });
    const { value } = await trial.root.entry(key);
    const expected = [before, dayIn()].map((day) => `[Amended ${day}: note]\nv`);
    trial.ours(
      "3.6",
      `a note bears the local date, ${zone}`,
      holds(expected.includes(String(value)), expected.join(" or "), value),
    );
  }
}

async function clearing(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed(
    "shared",
    Object.entries(STATES).map(([state, fields]) => [`k_${state}`, entryOf("old", fields)]),
  );
  for (const state of Object.keys(STATES)) {
    await trial.ctx("set", `k_${state}`, "new");
    const entry = await root.entry(`k_${state}`);
    const left = STATUS_FIELDS.filter((field) => Object.hasOwn(entry, field));
    trial.must(
      "3.6",
      `a new value clears every status field of one that was ${state}`,
      all(equal(entry.value, "new"), equal(left, [])),
    );
  }
  await trial.ctx("amend", "k_amended", "note");
  await trial.ctx("set", "k_amended", "newer");
  trial.must(
    "4.2",
    "a new value carries no note of the old one",
    equal((await root.entry("k_amended")).value, "newer"),
  );
}

/** Today's dates: in UTC, and in the zone here, which the command may use instead; yesterday's near midnight. */
function days(): readonly string[] {
  const now = Date.now();
  const local = (time: number) => new Intl.DateTimeFormat("sv-SE").format(time);
  return [now, now - 600_000].flatMap((time) => [local(time), new Date(time).toISOString().slice(0, 10)]);
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
