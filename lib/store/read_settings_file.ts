import { CtxError, DamagedError } from "../errors.ts";
import { DEFAULT_SETTINGS, type ReadSettings, readSettings } from "../memory/settings.ts";
import { LAYOUT, type Root } from "./root.ts";
import { readText } from "./text_file.ts";

/** Far more than all settings with a page of comments each. */
const MOST_BYTES = 2 ** 20;

/**
 * Reads `config.jsonc`. A file that is not there costs one look; one that cannot be followed stops nobody: the
 * defaults hold, and the faults say why.
 *
 * @param root The root.
 * @returns The settings, and a line for each fault.
 */
export async function readSettingsFile(root: Root): Promise<ReadSettings> {
  try {
    const text = readText(root, LAYOUT.config, MOST_BYTES);
    if (text === undefined) return { settings: DEFAULT_SETTINGS, faults: [] };
    const { settings, faults } = readSettings(await parsed(text.replace(/^\ufeff/, "")));
    return { settings, faults: faults.map((fault) => `${LAYOUT.config}: ${fault}; the default holds`) };
  } catch (error) {
    if (!(error instanceof CtxError)) throw error;
    return {
      settings: DEFAULT_SETTINGS,
      faults: [`${LAYOUT.config}: ${error.message.split("\n", 1)[0]}; the defaults hold`],
    };
  }
}

/** What a text with comments says; whatever the parser cannot take is damage of the text. */
async function parsed(text: string): Promise<unknown> {
  const { parse } = await import("@std/jsonc");
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedError("it is nested too deeply", { cause: error });
    if (!(error instanceof Error)) throw error;
    throw new DamagedError(error.message, { cause: error });
  }
}
