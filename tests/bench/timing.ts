/** A command to time: the program, its words and what it is to find in its environment. */
export interface Timed {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What pairs of runs took. */
export interface Pairs {
  /** The median of the first command's wall times, in milliseconds. */
  readonly firstMs: number;
  /** The median of the second's. */
  readonly secondMs: number;
  /** The median of first over second, pair by pair. */
  readonly ratio: number;
}

/**
 * Times two commands in turn, so that what else the machine does falls on both alike.
 *
 * @param first The command. @param second What it is held against. @param pairs How many pairs count; one more comes first.
 * @returns The medians.
 */
export async function timePairs(first: Timed, second: Timed, pairs: number): Promise<Pairs> {
  const times: [number, number][] = [];
  for (let i = 0; i <= pairs; i++) times.push([await wallMs(first), await wallMs(second)]);
  times.shift();
  return {
    firstMs: median(times.map(([a]) => a)),
    secondMs: median(times.map(([, b]) => b)),
    ratio: median(times.map(([a, b]) => a / b)),
  };
}

/** Runs a command and gives the wall time of the whole process, in milliseconds; it must succeed. */
export async function wallMs({ program, args, env }: Timed): Promise<number> {
  const command = new Deno.Command(program, {
    args: [...args],
    env,
    stdout: "null",
    stderr: "null",
    stdin: "null",
  });
  const began = performance.now(), { code } = await command.output(), took = performance.now() - began;
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with status ${code}`);
  return took;
}

/** Runs a command and prints the most memory that it held, in KiB, as the system counted it. */
export const PEAK = "import resource,subprocess,sys;" +
  "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL,check=True);" +
  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";

/** The median of numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
