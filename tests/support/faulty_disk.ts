/** The calls that touch the disk to write: of `Deno`, and of an open file. */
const CALLS = ["open", "mkdir", "rename", "link", "remove", "chmod"] as const;
const FILE_CALLS = ["write", "truncate", "sync", "syncData"] as const;

/** Called before each step; what it gives is thrown in the step's place. */
type Watch = (step: string) => Error | undefined;

/** Does something while every step that it takes on the disk is watched. */
async function watching<T>(watch: Watch, use: () => Promise<T>): Promise<T> {
  const deno = Deno as unknown as Record<string, (...args: unknown[]) => unknown>;
  const file = Deno.FsFile.prototype as unknown as typeof deno;
  const restore: (() => void)[] = [];
  for (const [object, names] of [[deno, CALLS], [file, FILE_CALLS]] as const) {
    for (const name of names) {
      const call = object[name]!;
      object[name] = async function (...args: unknown[]) {
        const error = watch(name);
        if (error) throw error;
        return await call.apply(this, args);
      };
      restore.push(() => object[name] = call);
    }
  }
  try {
    return await use();
  } finally {
    for (const undo of restore) undo();
  }
}

/** The steps that something takes on the disk, in their order. */
export async function operationsOf(use: () => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  await watching((step) => void steps.push(step), use);
  return steps;
}

/** Does something while one of its steps on the disk fails, or all from that one on; gives what it threw. */
export async function failing(
  step: number,
  use: () => Promise<unknown>,
  { andAllAfter = false } = {},
): Promise<unknown> {
  let at = 0;
  const fails = (now: number) => andAllAfter ? now >= step : now === step;
  try {
    await watching(() => fails(at++) ? new Error("Input/output error (os error 5)") : undefined, use);
    return undefined;
  } catch (error) {
    return error;
  }
}
