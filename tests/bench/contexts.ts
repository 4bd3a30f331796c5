/** The kinds of text that values are made of: what they cost to read differs. */
export const ALPHABETS = {
  ASCII: "proxy timeout upload store entry brief window hook raise chunk retry limit server note".split(" "),
  Cyrillic: "прокси таймаут загрузка память запись сводка окно крюк поднять часть повтор предел сервер".split(
    " ",
  ),
  emoji: "🙂 👩‍👩‍👧‍👦 🚀 🏴‍☠️ 🧭 ✅ 📦 🗂️ 🧵 🔒 🪝 ⏱️ 🌍 🧪".split(" "),
} as const;

/** A kind of text. */
export type Alphabet = keyof typeof ALPHABETS;

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Makes a context root: entries of 300 to 600 characters over two years up to now, with tags, statuses and
 * authors, a few standing instructions, and a session summary.
 *
 * @param root An empty folder. @param size How many entries. @param alphabet What the values are made of.
 * @param now When the newest entry was written; it stands last, as it does where ctx has written.
 */
export async function makeContext(root: string, size: number, alphabet: Alphabet, now: Date): Promise<void> {
  const random = seeded(size),
    words = ALPHABETS[alphabet],
    pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!;
  const text = (length: number) => {
    let value = "";
    while (value.length < length) value += (value && " ") + pick(words);
    return value;
  };
  const span = 2 * 365 * 24 * 3600,
    shared: Record<string, unknown> = {},
    operator: Record<string, unknown> = {};
  for (let i = 0; i < size; i++) {
    const at =
      new Date(now.getTime() - Math.floor((span * (size - i)) / size) * 1000).toISOString().slice(0, 19) +
      "Z";
    const kind = pick(["result", "issue", "decision", "finding"]),
      status = random() < 0.1 ? "resolved" : undefined;
    const entry = {
      value: text(300 + random() * 300),
      source: pick(["agent", "agent", "operator", "both"]),
      author: pick(["Agent One", "Agent Two"]),
      basis: pick(["verified", "reported", "inferred"]),
      scope: "global",
      tags: [kind, pick(["uploads", "proxy", "store", "docs"])],
      created: at,
      timestamp: at,
      ...status ? { status, status_note: "done", status_timestamp: at } : {},
    };
    if (i % 100 === 7) {
      operator[`operator_preference_${i}`] = { ...entry, source: "operator", tags: ["preference"] };
    } else shared[`${kind}_${i}`] = entry;
    // One entry in the midst of it has a tag and a word that no other has.
    if (i === size >> 1) {
      shared.bench_rare = { ...entry, value: `${entry.value} Zirconium`, tags: ["rarity"] };
    }
  }
  shared.bench_key = { ...Object.values(shared)[0] as object, value: text(400) };
  await Deno.mkdir(`${root}/memory`, { recursive: true });
  await Deno.mkdir(`${root}/sessions`);
  for (const [type, entries] of Object.entries({ shared, operator })) {
    const store = { type, version: "1", last_updated: now.toISOString().slice(0, 19) + "Z", entries };
    await Deno.writeTextFile(`${root}/memory/${type}.json`, JSON.stringify(store, null, 2) + "\n");
  }
  await Deno.writeTextFile(`${root}/RULES.md`, "# Rules\n\n- Write only through ctx.\n");
  await Deno.writeTextFile(
    `${root}/sessions/${now.toISOString().slice(0, 10)}_session.md`,
    `# Session\n\n## Done\n- ${text(400)}\n\n## Open\n- ${text(100)}\n- ${text(100)}\n`,
  );
}
