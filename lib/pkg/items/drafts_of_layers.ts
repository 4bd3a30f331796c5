import type { Draft, Origin } from "./draft.ts";
import { draftOf, shortHash } from "./draft_of.ts";
import { type Item, said } from "./item.ts";
import { slug, wordsSlug } from "./slug.ts";

/** A pattern: its description, and its examples a line each. */
export function patternOf(item: Item, origin: Origin): Draft {
  const { view } = item, description = said(view, "description") ?? "";
  const examples = [...view.get("examples")?.items() ?? []].flatMap(({ string }) => string ?? []);
  const draft = draftOf(item, origin, {
    key: `pattern_${slug(said(view, "pattern_type", "name") ?? "")}_${shortHash(item)}`,
    value: [description, ...examples.map((example) => `Example: ${example}`)].join("\n"),
    tags: ["pattern"],
    created: said(view, "created_at"),
  });
  return { ...draft, said: description };
}

/** An insight: its summary. */
export function insightOf(item: Item, origin: Origin): Draft {
  const { view } = item, value = said(view, "summary") ?? "";
  return draftOf(item, origin, {
    key: `insight_${wordsSlug(value)}_${shortHash(item)}`,
    value,
    tags: ["insight"],
    confidence: view.get("confidence")?.raw,
    timestamp: said(view, "timestamp"),
  });
}

/** A gotcha: what triggers it, and what to do. */
export function gotchaOf(item: Item, origin: Origin): Draft {
  const { view } = item, trigger = said(view, "trigger") ?? "", severity = said(view, "severity");
  return draftOf(item, origin, {
    key: `gotcha_${wordsSlug(trigger)}_${shortHash(item)}`,
    value: `${trigger}\n---\n${said(view, "resolution") ?? ""}`,
    tags: [
      "gotcha",
      slug(said(view, "category") ?? ""),
      ...severity === undefined ? [] : [`severity_${slug(severity)}`],
    ],
    confidence: view.get("confidence")?.raw,
  });
}

/** A finding of a session: its summary, with the place where it was found. */
export function findingOf(item: Item, origin: Origin): Draft {
  const { view } = item, summary = said(view, "summary") ?? "", file = said(view, "file");
  const line = view.get("line")?.raw, place = file && (line === undefined ? file : `${file}:${line}`);
  return draftOf(item, origin, {
    key: `finding_${wordsSlug(summary)}_${shortHash(item)}`,
    value: place ? `${summary} (${place})` : summary,
    tags: ["finding"],
  });
}

/** A decision of a session: its summary, and why. */
export function decisionOf(item: Item, origin: Origin): Draft {
  const { view } = item, summary = said(view, "summary") ?? "", rationale = said(view, "rationale");
  return draftOf(item, origin, {
    key: `decision_${wordsSlug(summary)}_${shortHash(item)}`,
    value: rationale ? `${summary}\nRationale: ${rationale}` : summary,
    tags: ["decision"],
  });
}

/** What a session was to be followed by. */
export function nextStepOf(item: Item, origin: Origin): Draft {
  return plainOf(item, origin, "plan", "next_step");
}

/** What a session was about. */
export function taskOf(item: Item, origin: Origin): Draft {
  return plainOf(item, origin, "task", "task");
}

function plainOf(item: Item, origin: Origin, prefix: string, tag: string): Draft {
  const value = item.view.string ?? "";
  return draftOf(item, origin, {
    key: `${prefix}_${wordsSlug(value)}_${shortHash(item)}`,
    value,
    tags: [tag],
  });
}
