import type { StrictFile } from "./placement.ts";

/**
 * Why a harness does not read a file as it is; `undefined` where it does.
 *
 * @param text The file's text. @param strict What the harness refuses.
 */
export function refusalOf(text: string, { refuses }: StrictFile): string | undefined {
  const hasMark = text.startsWith("\ufeff"), body = hasMark ? text.slice(1) : text;
  if (hasMark && refuses.includes("mark")) {
    return "it begins with a byte order mark, which the harness does not read";
  }
  if (!refuses.includes("comments") || body.trim() === "") return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "it has comments or trailing commas, for which the harness ignores it whole";
  }
}
