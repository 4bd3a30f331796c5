const found = new Map<string, boolean>();

/** Whether a program is on `PATH`. */
function isInstalled(program: string): boolean {
  let isFound = found.get(program);
  if (isFound === undefined) {
    try {
      isFound = new Deno.Command(program, { args: ["--version"] }).outputSync().success;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) throw error;
      isFound = false;
    }
    found.set(program, isFound);
  }
  return isFound;
}

/**
 * A test that needs a program besides Deno and a shell. It is passed over, and counted so, where the program is
 * not there: the tests are to pass on a machine with Node alone.
 *
 * @param program The program. @param name What the test proves. @param fn The test.
 */
export function testWith(program: "git" | "python3", name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !isInstalled(program), fn });
}
