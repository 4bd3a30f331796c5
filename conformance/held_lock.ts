/** The context's lock, held by a process other than the command. */
export interface HeldLock {
  /** Lets go of it. */
  release(): Promise<void>;
}

// Both kinds of advisory lock: §8.4 says "the platform's", and on Linux flock and fcntl do not see each other.
const HOLD_BOTH = `
import fcntl, sys
f = open(sys.argv[1], "a+")
fcntl.flock(f, fcntl.LOCK_EX)
fcntl.lockf(f, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
`;

/** Takes the lock and holds it: both kinds where Python is there, else `flock` alone. */
export async function holdLock(path: string): Promise<HeldLock> {
  let child: Deno.ChildProcess;
  try {
    const pipes = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    child = new Deno.Command("python3", { args: ["-c", HOLD_BOTH, path], ...pipes }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return await holdFlock(path);
  }
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  if (done) throw new Error(`Cannot lock ${path}`);
  return {
    async release() {
      await child.stdin.close();
      await reader.cancel();
      await child.status;
    },
  };
}

/** Takes the lock with `flock` alone, in this process. */
export async function holdFlock(path: string): Promise<HeldLock> {
  const file = await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
  await file.lock(true);
  return {
    release() {
      file.close();
      return Promise.resolve();
    },
  };
}
