import { Lines, program, python } from "./command.ts";

/** A program of this folder that writes to a root, ready to begin. */
export class WriterProcess {
  readonly #child: Deno.ChildProcess;
  readonly #lines: Lines;
  readonly #stderr: Promise<string>;

  private constructor(child: Deno.ChildProcess, lines: Lines) {
    this.#child = child;
    this.#lines = lines;
    this.#stderr = new Response(child.stderr).text();
  }

  /** Starts `write_many.ts` and waits until it is ready. */
  static async start(home: string, operation: string, key: string, count: number): Promise<WriterProcess> {
    return await WriterProcess.#ready(program("write_many.ts", home, [operation, key, String(count)]));
  }

  /** Starts the second implementation, in Python, and waits until it is ready. */
  static async startPython(home: string, key: string, count: number): Promise<WriterProcess> {
    return await WriterProcess.#ready(
      python("second_implementation.py", ["write", home, key, String(count)]),
    );
  }

  static async #ready(command: Deno.Command): Promise<WriterProcess> {
    const child = command.spawn(), process = new WriterProcess(child, new Lines(child));
    const line = await process.#lines.next();
    if (line !== "ready") throw new Error(`The writer did not start: ${await process.#stderr}`);
    return process;
  }

  /** Lets it begin. */
  async begin(): Promise<void> {
    const writer = this.#child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("\n"));
    await writer.close();
  }

  /** Waits for its first write; gives the key. */
  async firstKey(): Promise<string> {
    return await this.#lines.next() ?? "";
  }

  /** Kills it as nothing can resist. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Waits for its end; gives the keys whose writes it acknowledged, its exit status and what it complained of. */
  async end(): Promise<{ keys: string[]; code: number; stderr: string }> {
    const keys = await this.#lines.all(), { code } = await this.#child.status;
    return { keys, code, stderr: await this.#stderr };
  }
}

/** The lock of a root, held by a program in another language until it is disposed of. */
export class ForeignLock {
  readonly #child: Deno.ChildProcess;
  readonly #lines: Lines;
  #isHeld = true;

  private constructor(child: Deno.ChildProcess, lines: Lines) {
    this.#child = child;
    this.#lines = lines;
  }

  /** Takes the lock. */
  static async take(home: string): Promise<ForeignLock> {
    const child = python("second_implementation.py", ["hold", home]).spawn(), lines = new Lines(child);
    await child.stderr.cancel();
    if (await lines.next() !== "held") throw new Error("The lock could not be taken");
    return new ForeignLock(child, lines);
  }

  /** Lets go of it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await this.#child.stdin.close();
    await this.#lines.all();
    await this.#child.status;
  }
}
