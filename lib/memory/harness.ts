/** How a harness takes what a start hook prints, and how much of it. */
export interface Harness {
  /** What it is called. */
  readonly name: string;
  /** How it wants the text: `nested` and `flat` are JSON, on one line. */
  readonly envelope: "nested" | "flat" | "plain";
  /** The most that arrives, in its own unit; beyond it the text is cut, or replaced by a preview. */
  readonly most: number;
  readonly unit: Unit;
  /** Where the figure is from, and of when; our own choice where nobody says. */
  readonly source: string;
  /** The folder in the user's home by which it is known to be used; absent where none tells. */
  readonly folder?: string;
  /** What it reads at every start, below the user's home: settings, and last its instruction file. */
  readonly settings: readonly string[];
}

/** What a harness counts: UTF-16 units, or tokens, which it takes for a quarter of the UTF-8 bytes. */
export type Unit = "characters" | "tokens";

const OURS = "not documented: as little as the smallest cap that is, October 2026";

/** The name of a harness that ctx knows; `plain` for any other. */
export type HarnessName = "claude" | "codex" | "gemini" | "cursor" | "opencode" | "copilot" | "plain";

/** What is known of each harness; one place, since versions move. */
export const HARNESSES: Readonly<Record<HarnessName, Harness>> = {
  claude: {
    name: "Claude Code",
    envelope: "nested",
    most: 10_000,
    unit: "characters",
    source: "its hook documentation: 10,000 characters for each output string, October 2026",
    folder: ".claude",
    settings: [".claude/settings.json", ".claude/settings.local.json", ".claude/CLAUDE.md"],
  },
  codex: {
    name: "Codex",
    envelope: "nested",
    most: 2_500,
    unit: "tokens",
    source: "openai/codex#22861: about 2,500 tokens for each hook output, October 2026",
    folder: ".codex",
    settings: [".codex/hooks.json", ".codex/config.toml", ".codex/AGENTS.md"],
  },
  gemini: {
    name: "Gemini CLI",
    envelope: "nested",
    most: 10_000,
    unit: "characters",
    source: OURS,
    folder: ".gemini",
    settings: [".gemini/settings.json", ".gemini/GEMINI.md"],
  },
  cursor: {
    name: "Cursor",
    envelope: "flat",
    most: 10_000,
    unit: "characters",
    source: OURS,
    folder: ".cursor",
    settings: [".cursor/hooks.json"],
  },
  opencode: {
    name: "opencode",
    envelope: "plain",
    most: 10_000,
    unit: "characters",
    source: OURS,
    folder: ".config/opencode",
    settings: [".config/opencode/opencode.json", ".config/opencode/AGENTS.md"],
  },
  copilot: {
    name: "Copilot CLI",
    envelope: "plain",
    most: 10_000,
    unit: "characters",
    source: OURS,
    settings: [],
  },
  plain: {
    name: "any other harness",
    envelope: "plain",
    most: 10_000,
    unit: "characters",
    source: OURS,
    settings: [],
  },
};

/**
 * How large a text is, as a harness counts.
 *
 * @param text The text. @param unit What it counts.
 */
export function sizeIn(text: string, unit: Unit): number {
  return unit === "characters" ? text.length : Math.ceil(new TextEncoder().encode(text).length / 4);
}

/**
 * What a start hook prints (§5.3): the text as the harness wants it, and nothing else.
 *
 * @param text The text. @param envelope How it is wanted.
 * @returns One JSON object and a newline, or the text itself.
 */
export function enveloped(text: string, envelope: Harness["envelope"]): string {
  if (envelope === "plain") return text;
  const output = envelope === "flat"
    ? { additional_context: text }
    : { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } };
  return JSON.stringify(output) + "\n";
}
