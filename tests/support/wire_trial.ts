import type { HarnessName } from "../../lib/memory/harness.ts";
import { type Program, programOf } from "../../lib/wire/program.ts";
import { unwire, type UnwiredFile } from "../../lib/wire/unwire.ts";
import { wire, type WiredFile } from "../../lib/wire/wire.ts";
import { type WiringFacts, wiringOf } from "../../lib/wire/wirings.ts";
import { TemporaryRoot } from "./temporary_root.ts";

/** A home folder with a context root in it, and harnesses to be wired. */
export class WireTrial implements AsyncDisposable {
  readonly root: TemporaryRoot;
  /** The home folder. */
  readonly home: string;
  readonly program: Program;

  private constructor(root: TemporaryRoot) {
    this.root = root;
    this.home = `${root.outside}/home`;
    this.program = programOf(
      { deno: "/opt/deno", module: "https://jsr.io/@ctx/ctx/0.1.0/cli.ts" },
      root.path,
    );
  }

  /** Makes the folders. */
  static async make(): Promise<WireTrial> {
    const trial = new WireTrial(await TemporaryRoot.initialised());
    await Deno.mkdir(trial.home);
    return trial;
  }

  /** What wires a harness here. */
  wiring(harness: HarnessName, facts: Partial<WiringFacts> = {}): ReturnType<typeof wiringOf> {
    return wiringOf(harness, {
      userHome: this.home,
      program: this.program,
      isThere: (file) => {
        try {
          return Deno.statSync(file).isFile;
        } catch {
          return false;
        }
      },
      ...facts,
    });
  }

  /** Wires a harness. */
  async wire(harness: HarnessName, facts: Partial<WiringFacts> = {}, isApplied = true): Promise<WiredFile[]> {
    return await wire(this.wiring(harness, facts), {
      home: this.root.path,
      program: this.program,
      apply: isApplied,
    });
  }

  /** Unwires a harness. */
  async unwire(harness: HarnessName, facts: Partial<WiringFacts> = {}): Promise<UnwiredFile[]> {
    return await unwire(this.wiring(harness, facts), {
      home: this.root.path,
      program: this.program,
      apply: true,
    });
  }

  /** Writes a file below the home folder. */
  async write(name: string, text: string): Promise<void> {
    const path = `${this.home}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(path, new TextEncoder().encode(text));
  }

  /** A file's text, a byte order mark included. */
  async read(name: string): Promise<string> {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await Deno.readFile(`${this.home}/${name}`),
    );
  }

  /** Every file below the home folder, with its text; folders end with a slash. */
  async tree(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    const look = async (folder: string) => {
      for await (const { name, isDirectory } of Deno.readDir(`${this.home}/${folder}`)) {
        if (!isDirectory) found[folder + name] = await this.read(folder + name);
        else {
          found[`${folder}${name}/`] = "";
          await look(`${folder}${name}/`);
        }
      }
    };
    await look("");
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.root[Symbol.asyncDispose]();
  }
}
