import type { JsonText, JsonValue } from "../json/exact.ts";

/** A number, or its own spelling where that matters. */
export type ExactNumber = number | JsonText;

/** A fact of the knowledge layer (ctxpkg §5). Other members of it are other tools'. */
export interface Fact {
  /** What it is about, in a word. */
  readonly category: string;
  /** What it is called within its category. */
  readonly key: string;
  /** What it says. */
  readonly value: string;
  /** How sure its maker is, 0 to 1. */
  readonly confidence: ExactNumber;
  /** Where it was learned, as the v1 text names it. */
  readonly source?: string;
  /** The same, as lean-ctx names it. */
  readonly source_session?: string;
  /** When it was first known: RFC 3339. */
  readonly created_at?: string;
  /** When it was last confirmed: RFC 3339. */
  readonly last_confirmed?: string;
  /** When it ceased to be so; null or absent while it is. */
  readonly valid_until?: string | null;
  /** The package that it was imported from: `name@version`. */
  readonly imported_from?: string | null;
  /** What sort of statement it is, as lean-ctx sorts them. */
  readonly archetype?: string;
  /** Members that other tools keep with it. */
  readonly [member: string]: JsonValue | JsonText | undefined;
}

/** A pattern: `name` in the v1 text, `pattern_type` in lean-ctx. */
export interface Pattern {
  /** What it is called, in the v1 text. */
  readonly name?: string;
  /** The same, in lean-ctx. */
  readonly pattern_type?: string;
  /** What it is. */
  readonly description: string;
  /** Where it is found. */
  readonly examples?: readonly string[];
  /** Members that other tools keep with it. */
  readonly [member: string]: JsonValue | JsonText | undefined;
}

/** What follows from several facts. */
export interface Insight {
  /** What follows. */
  readonly summary: string;
  /** Members that other tools keep with it. */
  readonly [member: string]: JsonValue | JsonText | undefined;
}

/** What is known. */
export interface KnowledgeLayer {
  /** What is so. */
  readonly facts?: readonly Fact[];
  /** What comes again. */
  readonly patterns?: readonly Pattern[];
  /** What follows from it. */
  readonly insights?: readonly Insight[];
  /** When it was exported: RFC 3339. */
  readonly exported_at?: string;
}

/** A part of a program's text. */
export interface CodeNode {
  /** What it is: a file, a function. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
  /** The file that it is in. */
  readonly file_path: string;
  /** Its first line, counted from 1. */
  readonly line_start?: number;
  /** Its last line. */
  readonly line_end?: number;
  /** What a tool says besides. */
  readonly metadata?: string;
}

/** How two of them belong together. */
export interface CodeEdge {
  /** The file where it begins. */
  readonly source_path: string;
  /** The part where it begins. */
  readonly source_name: string;
  /** The file where it ends. */
  readonly target_path: string;
  /** The part where it ends. */
  readonly target_name: string;
  /** How they belong together: calls, imports. */
  readonly kind: string;
  /** What a tool says besides. */
  readonly metadata?: string;
}

/** The graph of a program's text. */
export interface GraphLayer {
  /** The parts. */
  readonly nodes?: readonly CodeNode[];
  /** How they belong together. */
  readonly edges?: readonly CodeEdge[];
  /** When it was exported: RFC 3339. */
  readonly exported_at?: string;
}

/** What a session found. */
export interface SessionFinding {
  /** What was found. */
  readonly summary: string;
  /** The file where. */
  readonly file?: string;
  /** The line there, counted from 1. */
  readonly line?: number;
}

/** What a session decided. */
export interface SessionDecision {
  /** What was decided. */
  readonly summary: string;
  /** Why. */
  readonly rationale?: string;
}

/** What a session hands to the next. */
export interface SessionLayer {
  /** What the session was about. */
  readonly task_description?: string | null;
  /** What it found. */
  readonly findings?: readonly SessionFinding[];
  /** What it decided. */
  readonly decisions?: readonly SessionDecision[];
  /** What is to follow. */
  readonly next_steps?: readonly string[];
  /** The files that it changed. */
  readonly files_touched?: readonly string[];
  /** When it was exported: RFC 3339. */
  readonly exported_at?: string;
}

/** Patterns by themselves. */
export interface PatternsLayer {
  /** The patterns. */
  readonly patterns?: readonly Pattern[];
  /** When it was exported: RFC 3339. */
  readonly exported_at?: string;
}

/** Something that goes wrong, and what to do. */
export interface Gotcha {
  /** What tells it from others. */
  readonly id?: string;
  /** What it is about: `build`, `test`. */
  readonly category: string;
  /** How bad it is. */
  readonly severity?: string;
  /** When it happens. */
  readonly trigger: string;
  /** What to do. */
  readonly resolution: string;
  /** The files that it is about. */
  readonly file_patterns?: readonly string[];
  /** How sure its maker is, 0 to 1. */
  readonly confidence?: ExactNumber;
  /** Members that other tools keep with it. */
  readonly [member: string]: JsonValue | JsonText | undefined;
}

/** What goes wrong. */
export interface GotchasLayer {
  /** The gotchas. */
  readonly gotchas?: readonly Gotcha[];
  /** When it was exported: RFC 3339. */
  readonly exported_at?: string;
}

/** The content of a package: its layers, and the graph of version 2 (ctxpkg §5, §6.2). */
export interface Content {
  /** What is known. */
  readonly knowledge?: KnowledgeLayer;
  /** The graph of a program's text. */
  readonly graph?: GraphLayer;
  /** What a session hands over. */
  readonly session?: SessionLayer;
  /** Patterns by themselves. */
  readonly patterns?: PatternsLayer;
  /** What goes wrong. */
  readonly gotchas?: GotchasLayer;
  /** The graph of version 2. */
  readonly context_graph?: {
    readonly format?: string;
    readonly nodes?: readonly JsonValue[];
    readonly edges?: readonly JsonValue[];
  };
}

/** Another package that a package builds on (ctxpkg §6.5). */
export interface Dependency {
  /** The other package's name. */
  readonly name: string;
  /** A range of versions, as Cargo writes one. */
  readonly version_req: string;
  /** Whether it can be without it. */
  readonly optional?: boolean;
}

/** A manifest, as it is read (ctxpkg §3). What it says beyond its hash is its maker's word. */
export interface Manifest {
  /** The version of the format. */
  readonly schema_version: 1 | 2;
  /** The package's name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** What it is. */
  readonly description: string;
  /** Who made it. */
  readonly author?: string | null;
  /** When it was made: RFC 3339. */
  readonly created_at: string;
  /** When it was last changed: RFC 3339. */
  readonly updated_at?: string | null;
  /** The layers that it holds. */
  readonly layers: readonly string[];
  /** What it builds on. */
  readonly dependencies?: readonly Dependency[];
  /** Its tags. */
  readonly tags?: readonly string[];
  /** Its hashes, and how many bytes were hashed. */
  readonly integrity: { readonly sha256: string; readonly content_hash: string; readonly byte_size: number };
  /** The tool that made it. */
  readonly provenance: {
    readonly tool: string;
    readonly tool_version: string;
    readonly project_hash?: string | null;
    readonly source_session_id?: string | null;
  };
  /** What it is made for. */
  readonly compatibility?: { readonly [member: string]: JsonValue | undefined };
  /** What it says that it holds. */
  readonly stats?: { readonly [member: string]: JsonValue | undefined };
  /** How much of version 2 it uses: 1 to 3. */
  readonly conformance_level?: number | null;
  /** Its kind; `context` when absent. */
  readonly kind?: string;
  /** The scope of its name. */
  readonly scope?: string | null;
  /** Whether a registry may show it. */
  readonly visibility?: string | null;
  /** Who signed it. */
  readonly signature?:
    | { readonly algorithm: string; readonly public_key: string; readonly value: string }
    | null;
  /** What it says of its graph. */
  readonly graph_summary?: { readonly [member: string]: JsonValue | undefined } | null;
  /** What a registry shows of it. */
  readonly marketplace?: { readonly [member: string]: JsonValue | undefined } | null;
  /** Members that no schema has. */
  readonly [member: string]: unknown;
}
