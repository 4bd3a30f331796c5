import { type CtxError, InvalidInputError, RefusedError } from "../../errors.ts";
import { checkFilters, checkOneOf } from "../../memory/check_arguments.ts";
import { type StoreName, STORES } from "../../memory/entry.ts";
import { formatUtc } from "../../text/time.ts";
import { checkMoment } from "../../memory/check_moment.ts";
import { listSummaries, readSummary } from "../../store/summary_files.ts";
import type { Environment } from "../../surroundings.ts";
import { buildExact } from "./build.ts";
import { isSemver } from "../names.ts";
import { type Profile, PROFILES } from "./profile.ts";
import { contentOfEntries } from "./content_of_entries.ts";
import { credentialShape } from "../check/credential_shaped.ts";
import type { SessionLayer } from "../layers.ts";
import { allKept } from "../kept/package_folder.ts";
import type { Package } from "../parse.ts";
import { type EntrySelection, type LeftOut, selectEntries } from "./select_entries.ts";
import { credentialIn } from "../check/credential_in.ts";
import { withoutCredentials } from "./without_credentials.ts";
import { saysMore, sessionOfSummary } from "./session_layer.ts";
import { signingKeyOf } from "../kept/signing_key.ts";

/** What a package of this context's entries is made of. */
export interface PackageCreateOptions extends EntrySelection {
  /** `1.0.0` when absent. */
  readonly version?: string;
  /** What it is, in a line. */
  readonly description?: string;
  /** Its tags. */
  readonly tags?: readonly string[];
  /** Add a session layer from the newest session summary. */
  readonly hasSession?: boolean;
  /** 2 adds a graph, and makes it a package of version 2. */
  readonly level?: 1 | 2;
  /** How it is written; `portable` when absent. */
  readonly profile?: Profile;
  /** Sign it with the key of this context, which is made where there is none. */
  readonly isSigned?: boolean;
  /** The time that it says: RFC 3339, or local; now when absent. The same entries at the same time give the same bytes. */
  readonly at?: string;
  /** Gives it up while it waits. */
  readonly signal?: AbortSignal;
}

/** A package that was made of entries. */
export interface CreatedPackage {
  /** Its name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** Its document. */
  readonly text: string;
  /** The key that signed it, in hex. */
  readonly signer?: string;
  /** The keys of the entries that are in it, by store. */
  readonly keys: Readonly<Partial<Record<StoreName, readonly string[]>>>;
  /** What is not in it, and why. */
  readonly leftOut: readonly LeftOut[];
  /** What is odd about it. */
  readonly warnings: readonly string[];
  /** Stores and entries that could not be read. */
  readonly faults: readonly CtxError[];
}

/** Makes a package; see `Packages.create`. Nothing of the root is written, but for the key that signs. */
export async function createPackage(
  env: Environment,
  name: string,
  options: PackageCreateOptions,
): Promise<CreatedPackage> {
  const { profile = "portable", level = 1, hasSession = false, isSigned = false } = options;
  if (!PROFILES.includes(profile)) {
    throw new InvalidInputError(
      `There is no profile ${JSON.stringify(profile)}: it must be ${PROFILES.join(" or ")}`,
    );
  }
  if (level !== 1 && level !== 2) throw new InvalidInputError("The level of a package must be 1 or 2");
  for (const store of options.stores ?? []) checkOneOf("store", STORES, store);
  checkFilters({ since: options.since });
  const { now } = env.facts();
  const at = options.at === undefined ? now : formatUtc(checkMoment(options.at, env.timeZone).seconds * 1000);
  const { entries, leftOut, faults } = selectEntries(env, options), missing = [...leftOut];
  const words = [name, options.description ?? "", ...options.tags ?? []].join("\n");
  if (credentialShape(words) !== undefined) {
    throw new RefusedError(
      "What the package is to say of itself looks like a credential: nothing was written",
    );
  }
  const session = hasSession ? sessionOf(env, at, missing) : undefined;
  if (entries.length === 0 && session === undefined) {
    throw new RefusedError(`There is nothing to put into the package ${JSON.stringify(name.slice(0, 80))}`, {
      hint: missing.length > 0
        ? `Left out: ${[...new Set(missing.map(({ reason }) => reason))].slice(0, 3).join("; ")}.`
        : "No entry that was asked for passes --key and --since; ctx list shows what there is.",
    });
  }
  const kept = (await allKept(env.root)).flatMap((one): Package[] => one.package ? [one.package] : []);
  const whole = await contentOfEntries({
    entries,
    kept,
    session,
    hasGraph: level === 2,
    at,
    profile,
    isTaken: (text) => credentialIn(text) === undefined,
  });
  const { content, reasons } = withoutCredentials(whole);
  missing.push(...reasons.map((reason) => ({ store: "shared" as const, reason })));
  const key = isSigned ? await signingKeyOf(env.root, env.wait(options.signal)) : undefined;
  const { version, description, tags } = options;
  const built = await buildExact({ name, version, description, tags, at, content, profile }, key);
  const byStore = Map.groupBy(entries, ({ store }) => store);
  const { text, verification: { signer, warnings } } = built;
  return {
    name,
    version: built.verification.version!,
    text,
    signer,
    warnings: isSemver(version ?? "1.0.0") ? warnings : [...warnings, noSemver(version!)],
    keys: Object.fromEntries(Array.from(byStore, ([store, list]) => [store, list.map(({ key }) => key)])),
    leftOut: missing,
    faults,
  };
}

function noSemver(version: string): string {
  return `version ${JSON.stringify(version)} is no SemVer: nobody can tell which of two such is the newer`;
}

/** The session layer of the newest summary, without what looks like a credential. */
function sessionOf(env: Environment, at: string, leftOut: LeftOut[]): SessionLayer | undefined {
  const newest = listSummaries(env.root).at(-1);
  if (newest === undefined) {
    leftOut.push({ store: "shared", reason: "there is no session summary", count: 0 });
    return undefined;
  }
  const summary = readSummary(env.root, newest);
  if (saysMore(summary)) {
    const reason =
      `a session layer holds the focus of ${newest}, and what is under Done, Decisions and Open: no more of it`;
    leftOut.push({ store: "shared", reason, count: 0 });
  }
  return sessionOfSummary(summary, at, (text) => {
    const kind = text.isWellFormed() ? credentialShape(text) : "half of a character";
    if (kind !== undefined) {
      leftOut.push({ store: "shared", reason: `a line of ${newest} looks like it holds ${kind}` });
    }
    return kind === undefined;
  });
}
