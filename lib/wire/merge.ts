import type { Span } from "./spans.ts";

/** What becomes of a placement in the text of its file. */
export type Merge =
  /** It is there already, as it should be. */
  | { readonly state: "there" }
  /** It goes in here. */
  | { readonly state: "missing"; readonly spans: readonly Span[] }
  /** Something of another kind stands in its place; it is left, and shown. */
  | { readonly state: "other"; readonly found: string; readonly why: string };

/** What a removal comes to: the text without it, or why it stays. */
export type Removal =
  | { readonly state: "removed"; readonly text: string }
  | { readonly state: "absent" }
  | { readonly state: "changed"; readonly found: string };
