import { fillSlots, shortWords, type Shown, shownIn, type Slot, SLOTS, textOfLength } from "./brief_probe.ts";
import type { Scenario, Trial } from "./check.ts";
import { LONG_AGO } from "./context_root.ts";
import { all, equal, holds, lacks, type Verdict } from "./verdict.ts";

/** The checks of §5.2's excerpts, in every section of the brief, at whatever bounds the command has. */
export const EXCERPTS: readonly Scenario[] = [
  { name: "§5.2 excerpts at their bounds", sections: ["5.2", "7"], run: bounds },
  { name: "§5.2 what an excerpt leaves out", sections: ["5.2"], run: cleaning },
];

/** Fills the slots, runs the brief and judges each excerpt. */
async function judge(
  trial: Trial,
  slots: readonly Slot[],
  textOf: (slot: Slot) => string,
  note: (slot: Slot, shown: Shown, brief: string) => void,
): Promise<void> {
  await fillSlots(trial.root, textOf);
  const { stdout } = await trial.ctx("brief");
  for (const slot of slots) note(slot, shownIn(stdout, slot.marker), stdout);
}

function shows({ text, cut }: Shown, expected: string, dots: boolean): Verdict {
  return equal([text, dots ? "..." : ""], [expected, cut ? "..." : ""]).ok
    ? { ok: true, expected: "", got: "" }
    : holds(false, `${JSON.stringify(expected)}${dots ? ", then ..." : ""}`, [text, cut ? "..." : ""]);
}

async function bounds(trial: Trial): Promise<void> {
  const bound = new Map<Slot, number>();
  for (const shift of [0, 1]) {
    await judge(trial, SLOTS, ({ marker }) => shortWords(marker, shift), (slot, { text, cut }) => {
      if (cut) bound.set(slot, Math.max(bound.get(slot) ?? 0, text.length));
    });
  }
  for (const slot of SLOTS) {
    const found = bound.get(slot);
    trial.must(
      "5.2",
      `${slot.name} is cut, with ... after it`,
      holds(found !== undefined && found > 20 && found < 3000, "a cut", found),
    );
    trial.ours("5.2", `${slot.name} is cut at ${slot.ourBound}`, equal(found, slot.ourBound));
  }
  const slots = SLOTS.filter((slot) => bound.has(slot));
  const of = (slot: Slot) => bound.get(slot) ?? 0;
  const sectionOf = (slot: Slot) => slot.marker === "OpenM" ? "7" : "5.2";
  const exact = (slot: Slot) => textOfLength(slot.marker, of(slot));

  await judge(trial, slots, exact, (slot, shown) => {
    trial.must(
      sectionOf(slot),
      `${slot.name} of exactly the bound is shown whole`,
      shows(shown, exact(slot), false),
    );
  });
  await judge(trial, slots, (slot) => `${exact(slot)} next`, (slot, shown) => {
    trial.must(
      sectionOf(slot),
      `${slot.name}: a word that ends exactly at the bound is kept`,
      shows(shown, exact(slot), true),
    );
  });
  const early = (slot: Slot) => textOfLength(slot.marker, of(slot) - 9);
  await judge(trial, slots, (slot) => `${early(slot)} yyyyyyyyy next`, (slot, shown) => {
    trial.must(
      sectionOf(slot),
      `${slot.name}: a word that ends one past the bound is left out`,
      shows(shown, early(slot), true),
    );
  });
  await judge(trial, slots, ({ marker }) => `${marker}${"z".repeat(4000)}`, (slot, { text, cut }) => {
    trial.must(
      sectionOf(slot),
      `${slot.name}: a word longer than the bound is cut within it`,
      holds(cut && text.length <= of(slot), `${of(slot)} characters and ...`, text),
    );
  });
  // A family is seven code points and eleven UTF-16 units: the bound falls inside it at one of these places.
  for (const back of [1, 3, 6]) {
    const family = (slot: Slot) =>
      `${slot.marker}${"z".repeat(of(slot) - slot.marker.length - back)}👩‍👩‍👧‍👦${"👍🏽".repeat(60)} end`;
    await fillSlots(trial.root, family);
    const run = await trial.ctx("brief");
    trial.must(
      "5.2",
      `a cut ${back} before an emoji's end leaves well-formed text`,
      all(equal(run.utf8, true), equal(run.stdout.includes("\ufffd"), false)),
    );
    for (const slot of slots) {
      const { text } = shownIn(run.stdout, slot.marker);
      const whole = /^\w+z+(👩‍👩‍👧‍👦(👍🏽)*)?$/u.test(text);
      trial.ours(
        "5.2",
        `${slot.name}: no emoji is cut in two, ${back} before the bound`,
        holds(whole, "whole emoji", text),
      );
    }
  }
  await judge(trial, slots, ({ marker }) => `${marker} ${"🎉 ".repeat(2000)}`, (slot, { text }) => {
    const points = [...text].length;
    trial.ours(
      "5.2",
      `${slot.name}: the bound counts code points`,
      holds(of(slot) - points <= 1 && points <= of(slot), `${of(slot)} code points`, points),
    );
  });
}

async function cleaning(trial: Trial): Promise<void> {
  const values = SLOTS.filter(({ marker }) => marker !== "OpenM");
  await judge(
    trial,
    SLOTS,
    (slot) =>
      slot.marker === "OpenM" ? `${slot.marker} a \t b   c` : `\n  ${slot.marker} a\n\n\tb \r\n  c  \n`,
    (slot, shown) => {
      trial.must(
        "5.2",
        `${slot.name}: whitespace is collapsed to single spaces`,
        shows(shown, `${slot.marker} a b c`, false),
      );
    },
  );
  const notes: readonly (readonly [what: string, text: string])[] = [
    ["one leading note", "[Amended 2026-01-02: it is 8443]\n"],
    [
      "several leading notes",
      "[Amended 2026-01-03: third]\n[Amended 2026-01-02: second]\n[Amended 2026-01-01: first]\n",
    ],
  ];
  for (const [what, text] of notes) {
    await judge(trial, values, ({ marker }) => `${text}${marker} stays`, (slot, shown) => {
      trial.must(
        "5.2",
        `${slot.name}: ${what} are removed`,
        all(
          shows(shown, `${slot.marker} stays`, false),
          holds(!shown.before.includes("[Amended"), "no note before it", shown.line),
        ),
      );
    });
  }
  await judge(
    trial,
    values,
    ({ marker }) => `${marker} see [Amended 2026-01-02: x] inside`,
    (slot, shown) => {
      trial.must(
        "5.2",
        `${slot.name}: a note that does not lead is kept`,
        shows(shown, `${slot.marker} see [Amended 2026-01-02: x] inside`, false),
      );
    },
  );
  await judge(trial, SLOTS, ({ marker }) => `${marker} ends in dots...`, (slot, { line }) => {
    trial.must(
      "5.2",
      `${slot.name}: what is not cut has no dots added`,
      holds(line.endsWith("ends in dots..."), "the text as it is", line),
    );
  });
  if (!trial.extra) return;
  const note = "see [1] and\nthe second line";
  await fillSlots(trial.root, ({ marker }) => `[Amended 2026-01-02: ${note}]\n${marker} stays`, {
    status: "amended",
    status_note: note,
    status_timestamp: LONG_AGO,
  });
  const { stdout } = await trial.ctx("brief");
  for (const slot of values) {
    const shown = shownIn(stdout, slot.marker);
    trial.ours(
      "5.2",
      `${slot.name}: a note with brackets and lines is removed whole`,
      all(
        holds(shown.text.startsWith(slot.marker), slot.marker, shown.text),
        holds(
          !shown.before.includes("[1]") && !shown.before.includes("second line"),
          "no note before it",
          shown.before,
        ),
      ),
    );
  }
  await judge(trial, values, ({ marker }) => `${marker} a\u001b[31mred\u202eevil\u0007`, (slot, { line }) => {
    trial.ours(
      "9.1",
      `${slot.name}: control characters and overrides are not sent to a terminal`,
      all(holds(line !== "", "the item", line), lacks(line, "\u001b", "\u202e", "\u0007")),
    );
  });
}
