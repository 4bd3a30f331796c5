/**
 * ctx: one local memory that an operator and every agent they work with share. Short, attributed entries in
 * plain JSON files under one root, a one-screen brief that every session starts from, and a one-page summary
 * that hands each session to the next.
 *
 * The operations are the methods of {@linkcode Context}; {@linkcode openContext} opens one over a root.
 * Everything needs `--allow-read` on the root, and what writes needs `--allow-write` on it: nothing else.
 *
 * Based on the ctx specification by LangSyn, licensed under CC BY 4.0; `§` refers to its sections.
 *
 * @example A session: start, record, mark
 * ```ts
 * import { openContext } from "@ctx/ctx";
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * const context = openContext({ home, author: "Agent One" });
 *
 * await context.set("decision_timeout", "Raise the proxy timeout to 300 s.", { source: "operator" });
 * await context.set("issue_upload", "Uploads over 50 MB fail with a 504.");
 * await context.resolve("issue_upload", { note: "The proxy timeout was the cause." });
 *
 * assertStringIncludes((await context.start()).text, "Raise the proxy timeout");
 * const { results } = await context.list({ status: "resolved" });
 * assertEquals(results.map(({ key }) => key), ["issue_upload"]);
 * await Deno.remove(home, { recursive: true });
 * ```
 *
 * @module
 */

export { openContext, openContextFromEnv } from "./lib/open_context.ts";
export { Context } from "./lib/context.ts";
export { Sessions } from "./lib/context_sessions.ts";
export type { EntryList } from "./lib/get_search_list.ts";
export { FoundEntry, type FoundList } from "./lib/word_search.ts";
export type { MarkOptions, SetOptions, StoreOption, WriteOptions } from "./lib/write_options.ts";
export { WrittenEntry } from "./lib/set_mark_delete.ts";
export { type Examination, examine } from "./lib/doctor/examine.ts";
export type { Finding } from "./lib/doctor/finding.ts";
export type { ExamineOptions } from "./lib/doctor/patient.ts";
export type { StartSize } from "./lib/doctor/start_size.ts";
export type { Cleanup, CleanupOptions } from "./lib/cleanup.ts";
export type { Export, ExportFilters } from "./lib/exporting.ts";
export type { ImportOptions } from "./lib/importing.ts";
export type { ImportedEntry, ImportReport } from "./lib/import_report.ts";
export type { ImportFormat } from "./lib/memory/import/read_input.ts";
export type { ConflictRule } from "./lib/memory/import/on_conflict.ts";
export type { InitOptions } from "./lib/init.ts";
export type { FiledSummary, SessionWriteOptions, Summary } from "./lib/session_summaries.ts";
export type { FileMarks } from "./lib/file_marks.ts";
export type { MergeFiles, MergeOptions, MergeReport } from "./lib/merging.ts";
export type { ContextOptions } from "./lib/surroundings.ts";
export type { Start } from "./lib/brief_and_start.ts";
export type { StartHook, StartHookOptions } from "./lib/start_hook.ts";
export type { HarnessName } from "./lib/memory/harness.ts";
export type { HookPart, Wording } from "./lib/memory/hook_text.ts";
export type { ContextStats } from "./lib/statistics.ts";
export type { RootReport } from "./lib/store/make_root.ts";
export { type WiringFacts, wiringOf } from "./lib/wire/wirings.ts";
export { type Program, type ProgramFacts, programOf } from "./lib/wire/program.ts";
export { wire, type WiredFile, type WiredItem, type WireOptions } from "./lib/wire/wire.ts";
export { unwire, type UnwiredFile } from "./lib/wire/unwire.ts";
export { checkWiring, type Ran, type Run, type WireCheck } from "./lib/wire/check.ts";
export { launcherScript } from "./lib/wire/launcher_script.ts";
export type {
  ByHand,
  Content,
  Placement,
  StrictFile,
  TomlValue,
  WirePart,
  Wiring,
} from "./lib/wire/placement.ts";
export { type ListedPackage, type PackageKeepOptions, Packages } from "./lib/pkg/packages.ts";
export type { Profile } from "./lib/pkg/make/profile.ts";
export type { ItemOutcome, ItemResult } from "./lib/pkg/import/import_plan.ts";
export type { CreatedPackage, PackageCreateOptions } from "./lib/pkg/make/create_package.ts";
export type { EntrySelection, LeftOut } from "./lib/pkg/make/select_entries.ts";
export type { ImportedItem, PackageImport, PackageImportOptions } from "./lib/pkg/import/import_package.ts";
export { JsonText, type JsonValue } from "./lib/json/exact.ts";
export type { Brief, BriefItem, BriefSection } from "./lib/memory/brief.ts";
export {
  BASES,
  type Basis,
  type Entry,
  type Scope,
  SCOPES,
  type Source,
  SOURCES,
  type Status,
  STATUSES,
  type StoreName,
  STORES,
} from "./lib/memory/entry.ts";
export type { Filters } from "./lib/memory/match.ts";
export type { EntryClaims } from "./lib/memory/put.ts";
export type { ShownFile } from "./lib/memory/start.ts";
export type { BriefBounds, Settings } from "./lib/memory/settings.ts";
export type { DiffOptions } from "./lib/history_diff_undo.ts";
export type { DiffPart } from "./lib/text/word_diff.ts";
export type { FieldDiff, VersionDiff } from "./lib/memory/version_diff.ts";
export { EntryVersion, type VersionFacts } from "./lib/memory/versions.ts";
export type { Counts, EntryPlace, Stats, StoreStats } from "./lib/memory/stats.ts";
export { StoredEntry } from "./lib/memory/stored_entry.ts";
export {
  ConflictError,
  CtxError,
  DamagedError,
  type ErrorCode,
  type ErrorDetail,
  InterruptedError,
  InvalidInputError,
  LockTimeoutError,
  NotFoundError,
  PermissionError,
  RefusedError,
  StorageError,
} from "./lib/errors.ts";
