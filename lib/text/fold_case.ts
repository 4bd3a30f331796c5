/**
 * A text as substrings are compared (§4.6): composed (NFC), in lower case, the two small sigmas as one.
 *
 * @param text Any text. @returns The same for two texts that differ in case, or in how accents are composed.
 */
export function foldCase(text: string): string {
  // A capital sigma's lower case depends on whether its word ends there, which a part of a word cannot know.
  return text.normalize().toLowerCase().replaceAll("ς", "σ");
}
