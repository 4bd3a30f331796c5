/** How much of each section the brief shows (§5.2): items, and characters an item, counted in code points. */
export interface BriefBounds {
  /** The longest current focus. */
  readonly focus_length: number;
  /** The most standing instructions. */
  readonly instruction_items: number;
  /** The longest of them. */
  readonly instruction_length: number;
  /** The most open items. */
  readonly open_items: number;
  /** The longest of them. */
  readonly open_length: number;
  /** The most decisions. */
  readonly decision_items: number;
  /** The longest of them. */
  readonly decision_length: number;
  /** The most recent changes. */
  readonly change_items: number;
  /** The longest of them. */
  readonly change_length: number;
}

/** What `config.jsonc` can tune. */
export interface Settings {
  /** The bounds of the brief. */
  readonly brief: BriefBounds;
  /** What happens to text that looks like a credential (§11). */
  readonly credentials: "refuse" | "warn";
  /** How many results `search` and `list` print when no limit is given; 0 for all. */
  readonly list_limit: number;
  /** How many days the history keeps an earlier value after it was changed; 0 for all. */
  readonly history_days: number;
  /** How many earlier values of a key the history keeps; 0 for all. */
  readonly history_versions: number;
  /** Whether an agent is kept from writing as itself into the operator's store (§3.1). */
  readonly enforce_stores: boolean;
}

/** The settings where `config.jsonc` says nothing. */
export const DEFAULT_SETTINGS: Settings = Object.freeze({
  brief: Object.freeze({
    focus_length: 600,
    instruction_items: 20,
    instruction_length: 150,
    open_items: 15,
    open_length: 150,
    decision_items: 10,
    decision_length: 150,
    change_items: 10,
    change_length: 100,
  }),
  credentials: "refuse" as const,
  list_limit: 0,
  history_days: 0,
  history_versions: 0,
  enforce_stores: false,
});

/** No setting makes the brief more than a screen and a bit: it must stay bounded (§5.2). */
const MOST: BriefBounds = {
  focus_length: 2000,
  instruction_items: 100,
  instruction_length: 500,
  open_items: 50,
  open_length: 500,
  decision_items: 50,
  decision_length: 500,
  change_items: 50,
  change_length: 500,
};

/** Settings, and what in the file could not be followed. */
export interface ReadSettings {
  readonly settings: Settings;
  /** A line for each setting that is unknown or cannot be; its default holds. */
  readonly faults: readonly string[];
}

/**
 * Reads the settings out of a parsed `config.jsonc`. A bound over its maximum is the maximum; one that is no
 * whole number above 0 is refused.
 *
 * @param raw What the file holds.
 * @returns The settings; the default of each that is absent or at fault.
 */
export function readSettings(raw: unknown): ReadSettings {
  const faults: string[] = [];
  if (!isObject(raw)) return { settings: DEFAULT_SETTINGS, faults: ["it is not an object"] };
  const known = ["brief", "credentials", "list_limit", "history_days", "history_versions", "enforce_stores"];
  for (const name of Object.keys(raw)) {
    if (!known.includes(name)) faults.push(`it has no setting ${quote(name)}`);
  }

  const brief: Record<keyof BriefBounds, number> = { ...DEFAULT_SETTINGS.brief };
  if (raw.brief !== undefined && !isObject(raw.brief)) faults.push('"brief" must be an object');
  for (const [name, value] of Object.entries(isObject(raw.brief) ? raw.brief : {})) {
    if (!Object.hasOwn(MOST, name)) faults.push(`"brief" has no setting ${quote(name)}`);
    else if (!Number.isSafeInteger(value) || (value as number) < 1) {
      faults.push(`"brief.${name}" must be a whole number above 0`);
    } else brief[name as keyof BriefBounds] = Math.min(value as number, MOST[name as keyof BriefBounds]);
  }
  const { credentials = DEFAULT_SETTINGS.credentials, list_limit = DEFAULT_SETTINGS.list_limit } = raw;
  const policy = credentials === "warn" || credentials === "refuse" ? credentials : undefined;
  if (!policy) faults.push('"credentials" must be "refuse" or "warn"');
  const limit = Number.isSafeInteger(list_limit) && (list_limit as number) >= 0
    ? list_limit as number
    : undefined;
  if (limit === undefined) faults.push('"list_limit" must be a whole number, 0 for all');
  const kept = (name: "history_days" | "history_versions"): number => {
    const value = raw[name] ?? DEFAULT_SETTINGS[name];
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    faults.push(`"${name}" must be a whole number, 0 for all`);
    return DEFAULT_SETTINGS[name];
  };
  const { enforce_stores = DEFAULT_SETTINGS.enforce_stores } = raw;
  if (typeof enforce_stores !== "boolean") faults.push('"enforce_stores" must be true or false');
  return {
    settings: {
      brief,
      credentials: policy ?? DEFAULT_SETTINGS.credentials,
      list_limit: limit ?? DEFAULT_SETTINGS.list_limit,
      history_days: kept("history_days"),
      history_versions: kept("history_versions"),
      enforce_stores: enforce_stores === true,
    },
    faults,
  };
}

/** What `ctx init --config` writes: every setting with its default, commented out. */
export function settingsTemplate(): string {
  const { brief, credentials, list_limit, history_days, history_versions, enforce_stores } = DEFAULT_SETTINGS;
  const bounds = Object.entries(brief).map(([name, value]) =>
    `    // "${name}": ${value}, // at most ${MOST[name as keyof BriefBounds]}`
  );
  return [
    "// Settings of this context. A setting that is commented out has the value shown.",
    "{",
    "  // How much of each section the brief shows: items, and characters an item.",
    '  "brief": {',
    ...bounds,
    "  },",
    '  // What happens to text that looks like a credential: "refuse" it (--force insists), or "warn".',
    `  // "credentials": ${JSON.stringify(credentials)},`,
    "  // How many results search and list print when no --limit is given; 0 for all.",
    `  // "list_limit": ${list_limit},`,
    "  // How long earlier values are kept: days after they were changed, and how many a key; 0 for all. Values are",
    "  // taken out when a history has grown to twice its length, and is longer than 256 KiB.",
    `  // "history_days": ${history_days},`,
    `  // "history_versions": ${history_versions},`,
    "  // Whether a writer with CTX_AUTHOR set may write to the store operator only with --source operator.",
    `  // "enforce_stores": ${enforce_stores},`,
    "}",
    "",
  ].join("\n");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
