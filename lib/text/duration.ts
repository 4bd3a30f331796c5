const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/**
 * Reads a length of time as people write one: a whole number and `m`, `h` or `d`, such as `90m`, `24h`, `7d`.
 *
 * @param text What was given.
 * @returns The seconds; `undefined` where it is nothing of the kind.
 */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? undefined : Number(count) * SECONDS[unit]!;
}
