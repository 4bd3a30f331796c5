import { Lines } from "../support/command.ts";

const script = new URL("work.ts", import.meta.url).pathname, encoder = new TextEncoder();

/** A process of the load test: {@link ./work.ts} with these words. */
export class Worker {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: Lines;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#input = child.stdin.getWriter();
    this.#output = new Lines(child);
  }

  /** Starts it and waits until it is ready. */
  static async start(importMap: string, words: readonly string[]): Promise<Worker> {
    const home = words[1]!, grants = [`--allow-read=${home}`, `--allow-write=${home}`];
    const worker = new Worker(
      new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-q",
          "--no-config",
          "--no-prompt",
          "--import-map",
          importMap,
          ...grants,
          script,
          ...words,
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn(),
    );
    await worker.expect("ready");
    return worker;
  }

  /** Lets it begin. */
  async begin(): Promise<void> {
    await this.#input.write(encoder.encode("\n"));
  }

  /** Waits for a line that must be this one. */
  async expect(line: string): Promise<void> {
    const said = await this.#output.next();
    if (said !== line) throw new Error(`A process said ${said ?? "nothing"} where ${line} was due`);
  }

  /** Ends its input and waits for its end; gives the lines it said meanwhile. */
  async end(): Promise<string[]> {
    await this.#input.close();
    return await this.rest();
  }

  /** Waits for its end; gives the lines that it still said. */
  async rest(): Promise<string[]> {
    const lines = await this.#output.all();
    const { success } = await this.#child.status;
    if (!success) throw new Error("A process failed; it said why above");
    return lines;
  }

  /** Kills it as nothing can resist, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#output.stop();
    await this.#input.abort().catch(() => {});
  }
}
