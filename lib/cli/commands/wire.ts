import { InvalidInputError } from "../../errors.ts";
import { HARNESSES, type HarnessName } from "../../memory/harness.ts";
import { checkOneOf } from "../../memory/check_arguments.ts";
import { visible, visibleLine } from "../../text/visible.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { paint } from "../print.ts";

/** `ctx wire`: what wires a harness, shown, merged into its files, or checked (§5.3). */
export const wire: Command = async (call) => {
  const { words } = call;
  const asked = (["apply", "dry-run", "check"] as const).filter((name) => words.has(name));
  if (asked.length > 1) throw new InvalidInputError(`--${asked[0]} does not go with --${asked[1]}`);
  if (words.has("check")) return await check(call);
  const { wiring, program, home, contextHome } = await wiringFor(call, harnessOf(call));
  if (asked.length === 0) return await shown(call, wiring, program.granted(foldersOf(wiring)), contextHome);
  const merging = await import("../../wire/wire.ts");
  const files = await merging.wire(home, wiring, program, words.has("apply"));
  return merged(wiring, files, words.has("apply"), call.isColored);
};

/** `ctx unwire`: takes out of a harness's files what was put in. */
export const unwire: Command = async (call) => {
  const { wiring, program, home } = await wiringFor(call, harnessOf(call)),
    isApplied = !call.words.has("dry-run");
  const { unwire } = await import("../../wire/unwire.ts");
  const files = await unwire(home, wiring, program, isApplied);
  const left = files.flatMap(({ file, left }) =>
    left.map(({ placement, found }) => ({ file, part: placement.part, found }))
  );
  return {
    text: () => {
      const lines = files.flatMap(({ file, diff, isRemoved }) =>
        fileLines(file, diff, isRemoved ? "removed" : "", call.isColored)
      );
      for (const { file, part, found } of left) {
        lines.push(
          `left, since somebody changed it: the ${part} in ${visibleLine(file)}:`,
          ...indented(found),
        );
      }
      if (lines.length === 0) lines.push("nothing of ctx is there");
      return lines.join("\n") + "\n";
    },
    json: () =>
      JSON.stringify({
        harness: wiring.harness,
        applied: isApplied,
        files: files.map(({ file, diff, isRemoved }) => ({ file, diff, removed: isRemoved })),
        left,
      }),
    status: left.length > 0 ? 1 : 0,
  };
};

/** `ctx launch`: a script that starts a harness from ctx (§5.3, pattern C). */
export const launch: Command = async (call) => {
  const { wiring, program, contextHome } = await wiringFor(call, harnessOf(call));
  const { launcherScript } = await import("../../wire/launcher_script.ts");
  const text = launcherScript(
    wiring.harness,
    call.words.text("author")?.trim() || undefined,
    program,
    contextHome,
  );
  return { text: () => text, json: () => JSON.stringify({ harness: wiring.harness, text }) };
};

function harnessOf({ words }: Call): HarnessName {
  const [name] = words.positional;
  if (name === undefined) {
    throw new InvalidInputError("ctx wire: which harness?", {
      hint: `One of: ${Object.keys(HARNESSES).join(", ")}.`,
    });
  }
  checkOneOf("harness", Object.keys(HARNESSES), name);
  return name as HarnessName;
}

/** What wires a harness, made from the words and from what surrounds the process. */
async function wiringFor({ words, io, options }: Call, harness: HarnessName) {
  const [{ programOf }, { wiringOf }] = await Promise.all([
    import("../../wire/program.ts"),
    import("../../wire/wirings.ts"),
  ]);
  const home = options().home.replace(/(?<=.)\/+$/, ""),
    userHome = io.variable("HOME") || io.variable("USERPROFILE");
  if (userHome === "") throw new InvalidInputError("There is no home folder: HOME is not set");
  const project = folder(words.text("project"), "project"), under = folder(words.text("under"), "under");
  if (harness === "cursor" && under !== undefined && project === undefined) {
    throw new InvalidInputError(
      "Cursor runs a user's hooks in ~/.cursor, so --under would keep them silent",
      { hint: "Wire the project instead: --project DIR" },
    );
  }
  const contextHome = home === `${userHome.replace(/\/+$/, "")}/ctx` ? undefined : home;
  const program = programOf(io.program(), home);
  const wiring = wiringOf(harness, {
    userHome: userHome.replace(/\/+$/, ""),
    project,
    author: words.text("author")?.trim() || undefined,
    contextHome,
    program,
    under,
    inParts: words.has("parts"),
    isThere: io.isThere,
  });
  return { wiring, program, home, contextHome };
}

function folder(given: string | undefined, what: string): string | undefined {
  if (given === undefined) return undefined;
  if (given.startsWith("/") && !given.includes("\0")) return given.replace(/(?<=.)\/+$/, "");
  throw new InvalidInputError(
    `Cannot use ${JSON.stringify(given)} with --${what}: it is not an absolute path`,
  );
}

type Wiring = Awaited<ReturnType<typeof wiringFor>>["wiring"];

function foldersOf({ placements }: Wiring): string[] {
  return [...new Set(placements.map(({ file }) => file.slice(0, file.lastIndexOf("/"))))];
}

async function shown(
  { words }: Call,
  wiring: Wiring,
  granted: readonly string[],
  contextHome: string | undefined,
): Promise<Outcome> {
  const { snippetOf } = await import("../../wire/snippet.ts"),
    { shellLine } = await import("../../wire/program.ts");
  const { placeOf } = await import("../../wire/placement.ts");
  const { harness, author, byHand, notes } = wiring, { name } = HARNESSES[harness];
  const pieces = await Promise.all(wiring.placements.map(async (placement) => ({
    part: placement.part,
    file: placement.file,
    place: placeOf(placement.content),
    content: await snippetOf(placement.content),
    merge: MERGING[placement.content.format],
  })));
  const given = (["author", "project", "under"] as const).flatMap((option) => {
    const value = words.text(option);
    return value === undefined ? [] : [`--${option}`, value];
  });
  const again = [...granted, "wire", harness, ...given, ...words.has("parts") ? ["--parts"] : [], "--apply"];
  const apply = wiring.placements.length === 0
    ? undefined
    : shellLine(again, contextHome === undefined ? {} : { CTX_HOME: contextHome });
  return {
    text: () =>
      [
        `${name}, which writes as ${visibleLine(author)}`,
        ...pieces.flatMap((
          { part, file, place, content, merge },
        ) => ["", `${part}: ${visibleLine(file)}, ${place} (${merge})`, ...indented(content)]),
        ...byHand.flatMap((
          { part, where, text },
        ) => ["", `${part}: ${visibleLine(where)}`, ...indented(text)]),
        ...notes.length > 0 ? [""] : [],
        ...notes.map((note) => `note: ${note}`),
        "",
        ...apply === undefined ? [] : [
          "To have it merged into these files, after a look at the difference (--dry-run):",
          `  ${visibleLine(apply)}`,
        ],
        'Whether it arrives: start a session and ask for the line that begins "=== ctx ===".',
      ].join("\n") + "\n",
    json: () => JSON.stringify({ harness, author, pieces, by_hand: byHand, notes, apply }),
  };
}

/** How somebody merges a piece by hand. */
const MERGING = {
  json: "merge into what is there",
  toml: "add to the table, or put the table at the end",
  block: "put at the end",
  file: "a file of its own",
} as const;

function merged(
  wiring: Wiring,
  files: readonly import("../../wire/wire.ts").WiredFile[],
  isApplied: boolean,
  isColored: boolean,
): Outcome {
  const items = files.flatMap(({ file, items }) =>
    items.map(({ placement, state, found, why }) => ({ file, part: placement.part, state, found, why }))
  );
  const left = items.filter(({ state }) => state === "left");
  return {
    text: () => {
      const lines = files.flatMap(({ file, diff }) => fileLines(file, diff, "", isColored));
      for (const { file, part, found = "", why } of left) {
        lines.push(`left: the ${part} in ${visibleLine(file)}: ${why}:`, ...indented(found));
      }
      for (const { part, where, text } of wiring.byHand) {
        lines.push(`by hand: ${part}: ${visibleLine(where)}`, ...indented(text));
      }
      const isNew = files.some(({ diff }) => diff.length > 0);
      lines.push(
        isNew
          ? isApplied ? `${HARNESSES[wiring.harness].name} is wired.` : "Nothing was changed: --apply does."
          : "Nothing to change: it is wired already.",
      );
      return lines.join("\n") + "\n";
    },
    json: () =>
      JSON.stringify({
        harness: wiring.harness,
        applied: isApplied,
        files: files.map(({ file, diff }) => ({ file, diff })),
        items,
        by_hand: wiring.byHand,
      }),
    status: left.length > 0 ? 1 : 0,
  };
}

function fileLines(file: string, diff: readonly string[], what: string, isColored: boolean): string[] {
  const { bold, removed, added } = paint(isColored);
  if (diff.length === 0 && what === "") return [];
  const colored = (line: string) =>
    line.startsWith("+") ? added(line) : line.startsWith("-") ? removed(line) : line;
  return [
    bold(visibleLine(file) + (what && ` (${what})`)),
    ...diff.map((line) => colored(visibleLine(line))),
  ];
}

function indented(text: string): string[] {
  return visible(text).replace(/\n$/, "").split("\n").map((line) => `  ${line}`.trimEnd());
}

/** `ctx wire --check`: whether each harness that was named, or is here, starts from ctx. */
async function check(call: Call): Promise<Outcome> {
  const { checkWiring } = await import("../../wire/check.ts"),
    context = call.context(),
    names = call.words.positional.length > 0
      ? [harnessOf(call)]
      : (Object.keys(HARNESSES) as HarnessName[]).filter((name) => name !== "plain");
  const results = await Promise.all(names.map(async (harness) => {
    const { wiring } = await wiringFor(call, harness);
    return { harness, checks: await checkWiring(context, wiring, call.io.run) };
  }));
  const { yellow, bold } = paint(call.isColored);
  return {
    text: () =>
      results.flatMap(({ harness, checks }) => [
        bold(HARNESSES[harness].name),
        ...checks.map(({ name, isWell, said }) =>
          `  ${isWell === undefined ? "unknown" : isWell ? "well" : yellow("wrong")}: ${name}: ${said}`
        ),
      ]).join("\n") + "\n",
    json: () =>
      JSON.stringify({
        results: results.map(({ harness, checks }) => ({
          harness,
          checks: checks.map(({ name, isWell, said }) => ({ name, well: isWell ?? null, said })),
        })),
      }),
    status: results.some(({ checks }) => checks.some(({ isWell }) => isWell === false)) ? 1 : 0,
  };
}
