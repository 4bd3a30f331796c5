import { fillSlots } from "./brief_probe.ts";
import type { Scenario, Trial } from "./check.ts";
import { all, contains, equal, holds, lacks, succeeds } from "./verdict.ts";

/** Extra checks of §5.1 and §5.2: start and brief in a damaged context. */
export const DAMAGE: readonly Scenario[] = [
  { name: "§5.1 start in a damaged context", sections: ["5.1"], extra: true, run: damaged },
];

interface Damage {
  readonly what: string;
  readonly make: (trial: Trial) => Promise<void>;
  /** What is shown all the same. */
  readonly shown: readonly string[];
  /** What the payload says of it. */
  readonly said: RegExp;
}

const damagedStore = (what: string, text: string, shown: readonly string[] = []): Damage => ({
  what: `a store file ${what}`,
  make: ({ root }) => root.seedText("shared", text),
  shown: ["RULE-MARKER", "OrderM", "OpenM", ...shown],
  said: /shared/,
});

const BYTES = new Uint8Array([0x2d, 0x20, 0xff, 0xfe, 0x80, 0x0a]);

const DAMAGES: readonly Damage[] = [
  damagedStore("of no bytes", ""),
  damagedStore("cut in the middle", '{"type":"shared","version":"1","entries":{"a":{"va'),
  damagedStore(
    "with something after its end",
    '{"type":"shared","version":"1","entries":{"a":{"value":1}}}x',
  ),
  damagedStore("that is HTML", "<html>502</html>"),
  damagedStore("that is an array", "[]"),
  damagedStore("that is null", "null"),
  damagedStore("whose entries are an array", '{"entries":[]}'),
  damagedStore("without entries", '{"type":"shared","version":"1"}'),
  damagedStore(
    "with an entry that is no object",
    '{"type":"shared","version":"1","entries":{"k_bad":5,"k_good":{"value":"GoodM"}}}',
    ["GoodM"],
  ),
  damagedStore(
    "with two entries of one key",
    '{"type":"shared","version":"1","entries":{"a":{"value":1},"a":{"value":2}}}',
  ),
  {
    what: "a store that is a folder",
    make: async ({ root }) => {
      await Deno.remove(root.storePath("shared"));
      await Deno.mkdir(root.storePath("shared"));
    },
    shown: ["RULE-MARKER", "OrderM"],
    said: /shared/,
  },
  {
    what: "RULES.md that is missing",
    make: ({ root }) => Deno.remove(root.at("RULES.md")),
    shown: ["FocusM", "OrderM"],
    said: /RULES\.md/,
  },
  {
    what: "RULES.md that is a folder",
    make: async ({ root }) => {
      await Deno.remove(root.at("RULES.md"));
      await Deno.mkdir(root.at("RULES.md"));
    },
    shown: ["FocusM", "OrderM"],
    said: /RULES\.md/,
  },
  {
    what: "RULES.md that is not UTF-8",
    make: ({ root }) => root.write(["RULES.md"], BYTES),
    shown: ["FocusM", "OrderM"],
    said: /RULES\.md/,
  },
  {
    what: "RULES.md of no bytes",
    make: ({ root }) => root.write(["RULES.md"], ""),
    shown: ["FocusM", "OrderM"],
    said: /RULES\.md/,
  },
  {
    what: "a summary of no bytes",
    make: ({ root }) => root.write(["sessions", "2026-01-03_session.md"], ""),
    shown: ["RULE-MARKER", "FocusM"],
    said: /2026-01-03_session\.md/,
  },
  {
    what: "a summary that is not UTF-8",
    make: ({ root }) => root.write(["sessions", "2026-01-03_session.md"], BYTES),
    shown: ["RULE-MARKER", "FocusM"],
    said: /2026-01-03_session\.md/,
  },
  {
    what: "a summary without Open",
    make: ({ root }) => root.write(["sessions", "2026-01-03_session.md"], "# Session\nTHE-TEXT\n"),
    shown: ["RULE-MARKER", "FocusM", "THE-TEXT"],
    said: /2026-01-03_session\.md/,
  },
  {
    what: "sessions that is a file",
    make: async ({ root }) => {
      await Deno.remove(root.at("sessions"), { recursive: true });
      await root.write(["sessions"], "x");
    },
    shown: ["RULE-MARKER", "FocusM"],
    said: /sessions/,
  },
  {
    what: "memory that is a file",
    make: async ({ root }) => {
      await Deno.remove(root.at("memory"), { recursive: true });
      await root.write(["memory"], "x");
    },
    shown: ["RULE-MARKER", "OpenM"],
    said: /memory/,
  },
];

async function damaged(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const { what, make, shown, said } of DAMAGES) {
    for (const name of ["memory", "sessions", "RULES.md"]) {
      await Deno.remove(root.at(name), { recursive: true }).catch(() => {});
    }
    await fillSlots(root, ({ marker }) => `${marker} text`);
    await root.write(["RULES.md"], "- RULE-MARKER\n");
    await make(trial);
    const before = await root.snapshot();
    const run = await trial.ctx("start");
    trial.ours(
      "5.1",
      `start with ${what} exits 0, names it, shows no stack`,
      all(
        succeeds(run),
        holds(said.test(run.stdout), String(said), run.stdout),
        lacks(run.stderr, "    at "),
      ),
    );
    trial.ours("5.1", `start with ${what} shows what can be read`, contains(run.stdout, ...shown));
    const brief = await trial.ctx("brief");
    trial.ours("5.2", `brief with ${what} exits 0`, succeeds(brief));
    trial.ours("5.1", `start and brief with ${what} write nothing`, equal(await root.snapshot(), before));
  }
  const file = root.at("a_file");
  await Deno.writeTextFile(file, "x");
  trial.ours(
    "5.1",
    "start with a root that is a file exits 0",
    succeeds(await trial.run(["start"], { home: file })),
  );
  trial.ours(
    "5.1",
    "start with a relative root exits 0",
    succeeds(await trial.run(["start"], { home: "relative" })),
  );
}
