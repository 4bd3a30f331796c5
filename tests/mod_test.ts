import { assert, assertEquals } from "@std/assert";
import * as ctx from "../mod.ts";
import { VERSION } from "../lib/version.ts";

const checkout = new URL("../", import.meta.url);

/** What a program can import, by kind. Whatever is added here is promised for good. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  function: [
    "checkWiring",
    "examine",
    "launcherScript",
    "openContext",
    "openContextFromEnv",
    "programOf",
    "unwire",
    "wire",
    "wiringOf",
  ],
  class: [
    "ConflictError",
    "Context",
    "CtxError",
    "DamagedError",
    "EntryVersion",
    "FoundEntry",
    "InterruptedError",
    "InvalidInputError",
    "JsonText",
    "LockTimeoutError",
    "NotFoundError",
    "Packages",
    "PermissionError",
    "RefusedError",
    "Sessions",
    "StorageError",
    "StoredEntry",
    "WrittenEntry",
  ],
  variable: [
    "BASES",
    "SCOPES",
    "SOURCES",
    "STATUSES",
    "STORES",
  ],
  interface: [
    "Brief",
    "BriefBounds",
    "BriefItem",
    "BriefSection",
    "ByHand",
    "Cleanup",
    "CleanupOptions",
    "ContextOptions",
    "ContextStats",
    "CreatedPackage",
    "DiffOptions",
    "DiffPart",
    "Entry",
    "EntryClaims",
    "EntryList",
    "EntryPlace",
    "EntrySelection",
    "ErrorDetail",
    "Examination",
    "ExamineOptions",
    "Export",
    "FieldDiff",
    "FileMarks",
    "FiledSummary",
    "Filters",
    "Finding",
    "FoundList",
    "ImportOptions",
    "ImportReport",
    "ImportedEntry",
    "ImportedItem",
    "InitOptions",
    "ItemResult",
    "LeftOut",
    "ListedPackage",
    "MarkOptions",
    "MergeFiles",
    "MergeOptions",
    "MergeReport",
    "PackageCreateOptions",
    "PackageImport",
    "PackageImportOptions",
    "PackageKeepOptions",
    "Placement",
    "Program",
    "ProgramFacts",
    "Ran",
    "RootReport",
    "SessionWriteOptions",
    "SetOptions",
    "Settings",
    "Start",
    "StartHook",
    "StartHookOptions",
    "StartSize",
    "Stats",
    "StoreOption",
    "StoreStats",
    "StrictFile",
    "Summary",
    "UnwiredFile",
    "VersionDiff",
    "VersionFacts",
    "WireCheck",
    "WireOptions",
    "WiredFile",
    "WiredItem",
    "Wiring",
    "WiringFacts",
    "Wording",
    "WriteOptions",
  ],
  typeAlias: [
    "Basis",
    "ConflictRule",
    "Content",
    "Counts",
    "ErrorCode",
    "ExportFilters",
    "HarnessName",
    "HookPart",
    "ImportFormat",
    "ItemOutcome",
    "JsonValue",
    "Profile",
    "Run",
    "Scope",
    "ShownFile",
    "Source",
    "Status",
    "StoreName",
    "TomlValue",
    "WirePart",
  ],
};

/** Runs `deno doc` on mod.ts. */
async function documentation(...options: string[]): Promise<{ status: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["doc", "--import-map", "tools/npm/import_map.json", ...options, "mod.ts"],
    cwd: checkout,
    env: { JSR_URL: "http://127.0.0.1:1/", NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { status: code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test("mod.ts exports these functions, classes and constants, and no other", () => {
  const values = [...EXPORTS.function!, ...EXPORTS.class!, ...EXPORTS.variable!];
  assertEquals(Object.keys(ctx).sort(), values.sort());
});

Deno.test("mod.ts exports these types, and no other", async () => {
  const { out } = await documentation("--json");
  const found = new Map<string, string[]>();
  for (const { name, kind } of symbolsIn(JSON.parse(out))) {
    if (kind === "moduleDoc" || kind === "import") continue;
    found.set(kind, [...found.get(kind) ?? [], name].sort());
  }
  assertEquals(Object.fromEntries(found), Object.fromEntries(Object.entries(EXPORTS)));
});

/** Every declaration that deno doc knows of, in the shape of its present JSON or that before. */
function symbolsIn(json: unknown): { name: string; kind: string }[] {
  const { nodes } = json as { nodes: unknown };
  if (Array.isArray(nodes)) return nodes;
  type Symbol = { name: string; declarations: { kind: string }[] };
  return Object.values(nodes as Record<string, { symbols: Symbol[] }>).flatMap(({ symbols }) =>
    symbols.flatMap(({ name, declarations }) => declarations.map(({ kind }) => ({ name, kind })))
  );
}

Deno.test("everything that mod.ts exports is documented", async () => {
  const { status, err } = await documentation("--lint");
  assertEquals(status, 0, err);
});

Deno.test("every method of the API carries the name of its operation (§4 to §7)", () => {
  const methods = Object.getOwnPropertyNames(ctx.Context.prototype).sort();
  const operations = ["get", "getAll", "set", "amend", "supersede", "resolve", "setBasis", "delete"];
  assertEquals(
    methods,
    [
      ...operations,
      "history",
      "at",
      "diff",
      "undo",
      "search",
      "searchWords",
      "list",
      "brief",
      "start",
      "startHook",
      "fileMarks",
      "export",
      "import",
      "init",
      "settings",
      "home",
      "constructor",
      "edit",
      "merge",
      "cleanup",
      "stats",
    ].sort(),
  );
});

Deno.test("the version is that of deno.json", async () => {
  const config = await Deno.readTextFile(new URL("deno.json", checkout));
  assertEquals(/^ {2}"version": "(.*)",$/m.exec(config)?.[1], VERSION);
  assert(/^\d+\.\d+\.\d+$/.test(VERSION));
});

Deno.test("the command exports nothing: it is a program", async () => {
  assertEquals(Object.keys(await import("../cli.ts")), []);
});
