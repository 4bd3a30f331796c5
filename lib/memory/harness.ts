/** How a harness takes what a start hook prints, and how much of it. */
export interface Harness {
  /** What it is called. */
  readonly name: string;
  /** How it wants the text. */
  readonly envelope: Envelope;
  /** The most that arrives, in its own unit; beyond it the text is cut, or replaced by a preview. */
  readonly most: number;
  readonly unit: Unit;
  /** Where the figure is from, and of when; our own choice where nobody says. */
  readonly source: string;
}

/** JSON on one line, under the names that the harness reads, or the text itself. */
export type Envelope = "nested" | "snake" | "camel" | "plain";

/** What a harness counts: UTF-16 units, or tokens, which it takes for a quarter of the UTF-8 bytes. */
export type Unit = "characters" | "tokens";

/** Where nothing is cut: a session is to begin with no more than the smallest cap there is. */
const OURS = "our choice, as small as the smallest cap";

/** The name of a harness that ctx knows; `plain` for any other. */
export type HarnessName = "claude" | "codex" | "gemini" | "cursor" | "opencode" | "copilot" | "plain";

/** What is known of each harness; one place, since versions move. */
export const HARNESSES: Readonly<Record<HarnessName, Harness>> = {
  claude: {
    name: "Claude Code",
    envelope: "nested",
    most: 10_000,
    unit: "characters",
    source:
      "its hook documentation, and tried with 2.1.332: 9,990 characters arrive, 12,000 do not, November 2026",
  },
  codex: {
    name: "Codex",
    envelope: "nested",
    most: 2_500,
    unit: "tokens",
    source: "openai/codex#22861, and tried with 0.171.0: 9,900 bytes arrive, 10,100 do not, November 2026",
  },
  gemini: {
    name: "Gemini CLI",
    envelope: "nested",
    most: 10_000,
    unit: "characters",
    source: `${OURS}; tried with 0.61.0: 60,000 characters arrive, November 2026`,
  },
  cursor: {
    name: "Cursor",
    envelope: "snake",
    most: 10_000,
    unit: "characters",
    source: `${OURS}; none documented, November 2026`,
  },
  opencode: {
    name: "opencode",
    envelope: "plain",
    most: 10_000,
    unit: "characters",
    source: `${OURS}; 1.18.33 has none, November 2026`,
  },
  copilot: {
    name: "Copilot CLI",
    envelope: "camel",
    most: 10_000,
    unit: "characters",
    source: `${OURS}; tried with 1.0.102: 200,000 characters arrive, 250,000 do not, November 2026`,
  },
  plain: {
    name: "any other harness",
    envelope: "plain",
    most: 10_000,
    unit: "characters",
    source: `${OURS}, November 2026`,
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
export function enveloped(text: string, envelope: Envelope): string {
  if (envelope === "plain") return text;
  return JSON.stringify(ENVELOPES[envelope](text)) + "\n";
}

const ENVELOPES: Readonly<Record<Exclude<Envelope, "plain">, (text: string) => unknown>> = {
  nested: (text) => ({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } }),
  snake: (text) => ({ additional_context: text }),
  camel: (text) => ({ additionalContext: text }),
};
