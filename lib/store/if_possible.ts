/**
 * Does something that can fail without harm: a shortcut, or a look at what is somebody else's.
 *
 * @param act What to do. @returns What it gives; `undefined` where it fails.
 */
export function ifPossible<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
