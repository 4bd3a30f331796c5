import { ConflictError } from "../errors.ts";
import { replaceFile, sweep, syncFolder } from "../store/atomic_write.ts";
import { diskError } from "../store/disk_error.ts";
import { withLock } from "../store/lock.ts";
import { makeFolderIn, makeFolders } from "../store/make_root.ts";
import { LAYOUT } from "../store/root.ts";
import { type ContextOptions, Environment } from "../surroundings.ts";
import type { CreatedPackage, PackageCreateOptions } from "./make/create_package.ts";
import type { PackageImport, PackageImportOptions } from "./import/import_package.ts";
import type { KeptPackage } from "./kept/package_folder.ts";
import type { Package } from "./parse.ts";

/** A package that is kept under the root, as a list shows it. */
export interface ListedPackage {
  /** Its name, as far as one can be read. */
  readonly name?: string;
  /** Its version. */
  readonly version?: string;
  /** Its kind. */
  readonly kind?: string;
  /** The layers that it declares. */
  readonly layers?: readonly string[];
  /** How many bytes the file has. */
  readonly size: number;
  /** The package's own hash; absent where the file is damaged. */
  readonly sha256?: string;
  /** The key that signed it, in hex. */
  readonly signer?: string;
  /** Its file under the root. */
  readonly file: string;
  /** Whether it is the one of its name that the lockfile pins: of those that were imported the newest. */
  readonly isPinned: boolean;
  /** What is wrong with the file. */
  readonly fault?: string;
}

/** How a package is kept. */
export interface PackageKeepOptions {
  /** Write nothing: say where it would be kept, or why it would not. */
  readonly dryRun?: boolean;
  /** Gives it up while it waits. */
  readonly signal?: AbortSignal;
}

/**
 * The context packages of a context (ctxpkg §13.2): made of its entries, imported into them, and kept under
 * `packages/`. Needs read and write on the root, and nothing else.
 *
 * @example Hand notes from one context to another
 * ```ts
 * import { openContext, Packages } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const mine = await Deno.makeTempDir(), theirs = await Deno.makeTempDir();
 * await openContext({ home: mine }).set("result_timeout", "300 s is enough.", { tags: ["uploads"] });
 *
 * const { text } = await new Packages({ home: mine }).create("upload-notes");
 * await new Packages({ home: theirs }).import(new TextEncoder().encode(text));
 *
 * const { entry } = await openContext({ home: theirs }).get("result_timeout");
 * assertEquals([entry.value, entry.source, entry.basis], ["300 s is enough.", "system", "reported"]);
 * for (const home of [mine, theirs]) await Deno.remove(home, { recursive: true });
 * ```
 */
export class Packages {
  readonly #env: Environment;

  /**
   * Opens the packages of a context.
   *
   * @param options Where the root is, and who writes.
   */
  constructor(options: ContextOptions) {
    this.#env = new Environment(options);
  }

  /**
   * Imports a package (ctxpkg §14.2): its items become entries of `shared`, with source `system` and basis `reported`;
   * the package itself is kept. Nothing that is known here is written over, and importing again changes nothing. Takes
   * the lock once; all of it is written, or nothing.
   *
   * @param bytes The package's file. @param options Whether to write, and what to take all the same.
   * @returns What became of each item.
   * @throws {RefusedError} If it is not accepted, is no knowledge, or is not to be trusted as it is.
   * @throws {DamagedError} If the store, or the lockfile, is not what it should be.
   * @throws {LockTimeoutError} If the lock was not to be had. @throws {StorageError} If it cannot be written.
   */
  async import(bytes: Uint8Array, options: PackageImportOptions = {}): Promise<PackageImport> {
    const incoming = await this.#accepted(bytes);
    const { importPackage } = await import("./import/import_package.ts");
    return await importPackage(this.#env, incoming, { ...options });
  }

  /**
   * Makes a package of entries (ctxpkg §11, §14.3). What looks like a credential is left out, whatever is asked for.
   * Writes nothing, but for a key that signs and was not there.
   *
   * @param name Its name. @param options Which entries, and in which form.
   * @returns Its document, and what was left out.
   * @throws {InvalidInputError} If no package can have that name, version or form.
   * @throws {RefusedError} If there is nothing to put into it.
   */
  async create(name: string, options: PackageCreateOptions = {}): Promise<CreatedPackage> {
    const { createPackage } = await import("./make/create_package.ts");
    return await createPackage(this.#env, name, { ...options });
  }

  /**
   * Keeps a package under the root without importing it, as one that was made here is. Takes the lock.
   *
   * @param bytes The package's file. @param options Whether to write.
   * @returns Its file under the root.
   * @throws {RefusedError} If it is not accepted.
   * @throws {ConflictError} If another package of that name and version is kept.
   */
  async keep(bytes: Uint8Array, { dryRun = false, signal }: PackageKeepOptions = {}): Promise<string> {
    const kept = await this.#accepted(bytes), { root } = this.#env;
    const { packageFiles } = await import("./kept/package_folder.ts");
    const { checkAlone, placeFor } = await import("./kept/keep.ts");
    packageFiles(root); // Whether the folder can be used at all is said before another is made.
    if (dryRun) {
      await checkAlone(root, kept);
      return placeFor(root, kept).name;
    }
    await makeFolders(root);
    await makeFolderIn(root, LAYOUT.packages);
    return await withLock(root, this.#env.wait(signal), async () => {
      await checkAlone(root, kept);
      await sweep(root.file(LAYOUT.packages));
      const place = placeFor(root, kept);
      if (!place.isThere) await replaceFile(root.file(place.name), bytes);
      return place.name;
    });
  }

  /**
   * The bytes of a package that is kept (ctxpkg §14.5).
   *
   * @param called `name` or `name@version`; without a version the newest.
   * @throws {NotFoundError} If none is kept. @throws {RefusedError} If its file is damaged.
   */
  async export(called: string): Promise<Uint8Array> {
    const [found] = await this.#find(called), { bytes, file, verification: { faults } } = found!;
    if (found!.package !== undefined) return bytes;
    const { refusedBy } = await import("./import/refusals.ts");
    throw refusedBy(`${LAYOUT.packages}/${file}, which is damaged`, faults);
  }

  /** The packages that are kept, by name and version. */
  async list(): Promise<ListedPackage[]> {
    const { allKept, readLock } = await import("./kept/package_folder.ts");
    const lock = readLock(this.#env.root);
    const listed = (await allKept(this.#env.root)).map(
      ({ file, size, verification, artifactSha256, ...kept }) => {
        const { name, version, kind, layers, signer, faults: [fault] } = verification;
        return {
          name,
          version,
          kind,
          layers,
          size,
          sha256: kept.package?.sha256,
          signer,
          file: `${LAYOUT.packages}/${file}`,
          isPinned: lock.some((locked) => locked.name === name && locked.artifact_sha256 === artifactSha256),
          ...fault && { fault: `${fault.code}: ${fault.message}` },
        };
      },
    );
    return listed.sort((a, b) => compare(a.name ?? "", b.name ?? "") || compare(a.file, b.file));
  }

  /**
   * Takes a package out: its file, and what the lockfile says of it. Its entries stay. Takes the lock.
   *
   * @param called `name@version`, or a name of which one version is kept. @param signal Gives it up while it waits.
   * @returns The files that are gone.
   * @throws {NotFoundError} If none is kept. @throws {ConflictError} If several versions are, and none is named.
   */
  async remove(called: string, signal?: AbortSignal): Promise<string[]> {
    const { root } = this.#env;
    await this.#find(called);
    const { allKept, readLock } = await import("./kept/package_folder.ts");
    const { lockfileText } = await import("./kept/lockfile.ts");
    return await withLock(root, this.#env.wait(signal), async () => {
      const found = await this.#find(called),
        versions = new Set(found.map(({ verification }) => verification.version));
      if (versions.size > 1) {
        throw new ConflictError(
          `${versions.size} versions of ${JSON.stringify(called)} are kept: name one of them`,
          {
            hint: `Such as ${called}@${[...versions][0]}.`,
          },
        );
      }
      const locked = readLock(root),
        left = (await allKept(root)).filter(({ file }) => !found.some((one) => one.file === file));
      // What a file that stays is pinned by stays with it.
      const rest = locked.filter((pin) =>
        left.some(({ artifactSha256 }) => pin.artifact_sha256 === artifactSha256) ||
        !found.some(({ artifactSha256, verification: { name, version } }) =>
          pin.artifact_sha256 === artifactSha256 || (pin.name === name && pin.version === version)
        )
      );
      const folder = root.file(LAYOUT.packages);
      await sweep(folder);
      if (rest.length < locked.length) {
        await replaceFile(root.file(LAYOUT.packageLock), new TextEncoder().encode(lockfileText(rest)));
      }
      for (const { file } of found) await removeFile(`${folder}/${file}`);
      await syncFolder(folder);
      return found.map(({ file }) => `${LAYOUT.packages}/${file}`);
    });
  }

  async #find(called: string): Promise<KeptPackage[]> {
    const { findKept } = await import("./kept/package_folder.ts");
    return await findKept(this.#env.root, called);
  }

  async #accepted(bytes: Uint8Array): Promise<Package> {
    const { parsePackage } = await import("./parse.ts");
    const { verification, package: accepted } = await parsePackage(bytes);
    if (accepted !== undefined) return accepted;
    const { refusedBy } = await import("./import/refusals.ts");
    throw refusedBy("the package", verification.faults);
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "remove", path);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
