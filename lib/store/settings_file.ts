import { CtxError } from "../errors.ts";
import { DEFAULT_SETTINGS, type ReadSettings, readSettings } from "../memory/settings.ts";
import { LAYOUT, type Root } from "./root.ts";
import { readText } from "./text_file.ts";

/**
 * Reads `config.jsonc`. A file that is not there costs one look; one that cannot be followed stops nobody: the
 * defaults hold, and the faults say why.
 *
 * @param root The root.
 * @returns The settings, and a line for each fault.
 */
export async function readSettingsFile(root: Root): Promise<ReadSettings> {
  try {
    const text = readText(root, LAYOUT.config);
    if (text === undefined) return { settings: DEFAULT_SETTINGS, faults: [] };
    const { parse } = await import("@std/jsonc");
    const { settings, faults } = readSettings(parse(text.replace(/^\ufeff/, "")));
    return { settings, faults: faults.map((fault) => `${LAYOUT.config}: ${fault}; the default holds`) };
  } catch (error) {
    if (!(error instanceof CtxError || error instanceof SyntaxError)) throw error;
    return {
      settings: DEFAULT_SETTINGS,
      faults: [`${LAYOUT.config}: ${error.message.split("\n", 1)[0]}; the defaults hold`],
    };
  }
}
