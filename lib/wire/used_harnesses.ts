import type { HarnessName } from "../memory/harness.ts";

/** How a harness is known to be used, and what it reads at every start, all below the user's home folder. */
export interface Used {
  readonly folder: string;
  /** Settings, and last the file of instructions. */
  readonly reads: readonly string[];
}

/** What tells that somebody uses a harness. */
export const USED: Readonly<Record<Exclude<HarnessName, "plain">, Used>> = {
  claude: {
    folder: ".claude",
    reads: [".claude/settings.json", ".claude/settings.local.json", ".claude/CLAUDE.md"],
  },
  codex: { folder: ".codex", reads: [".codex/hooks.json", ".codex/config.toml", ".codex/AGENTS.md"] },
  gemini: { folder: ".gemini", reads: [".gemini/settings.json", ".gemini/GEMINI.md"] },
  cursor: { folder: ".cursor", reads: [".cursor/hooks.json"] },
  opencode: {
    folder: ".config/opencode",
    reads: [
      ".config/opencode/plugins/ctx.ts",
      ".config/opencode/opencode.json",
      ".config/opencode/AGENTS.md",
    ],
  },
  copilot: { folder: ".copilot", reads: [".copilot/hooks/ctx.json", ".copilot/copilot-instructions.md"] },
};
