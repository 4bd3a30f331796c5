/** A line of the chart: what it shows, and a time at each size. */
export interface Line {
  readonly name: string;
  /** Entries and milliseconds, in the order of the sizes. */
  readonly points: readonly (readonly [size: number, ms: number])[];
}

const WIDTH = 760, HEIGHT = 460, LEFT = 64, RIGHT = 150, TOP = 40, BOTTOM = 52;
/** Colours that can be told apart with any kind of sight, and dashes for those who print it. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#000000"];
const DASHES = ["", "6 3", "2 3"];
const LABEL_HEIGHT = 15;

/**
 * Draws times over sizes, both on logarithmic scales.
 *
 * @param title What is shown. @param lines The lines; every one has the same sizes. @returns An SVG document.
 */
export function chart(title: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = [...new Set(points.map(([size]) => size))], times = points.map(([, ms]) => ms);
  const low = 10 ** Math.floor(Math.log10(Math.min(...times)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...times)));
  const x = scale(Math.min(...sizes), Math.max(...sizes), LEFT, WIDTH - RIGHT);
  const y = scale(low, high, HEIGHT - BOTTOM, TOP);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 22, title, 'font-size="14"'),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "entries", 'text-anchor="middle"'),
    text(LEFT - 8, TOP - 8, "ms", 'text-anchor="end"'),
  ];
  for (let decade = low; decade <= high; decade *= 10) {
    for (const part of [1, 2, 5]) {
      const ms = decade * part;
      if (ms > high) break;
      parts.push(rule(LEFT, y(ms), WIDTH - RIGHT, y(ms), part === 1 ? "#999999" : "#dddddd"));
      parts.push(text(LEFT - 8, y(ms) + 4, ms.toLocaleString("en"), 'text-anchor="end"'));
    }
  }
  for (const size of sizes) {
    parts.push(rule(x(size), TOP, x(size), HEIGHT - BOTTOM, "#dddddd"));
    parts.push(text(x(size), HEIGHT - BOTTOM + 18, size.toLocaleString("en"), 'text-anchor="middle"'));
  }
  // Names stand at the lines' ends, moved apart where they would lie over one another.
  let lowest = TOP - LABEL_HEIGHT;
  const byEnd = lines.map((line, i) => ({ ...line, i })).sort((a, b) =>
    b.points.at(-1)![1] - a.points.at(-1)![1]
  );
  for (const { name, points, i } of byEnd) {
    const colour = COLOURS[i % COLOURS.length]!,
      dash = DASHES[Math.floor(i / COLOURS.length) % DASHES.length]!;
    const end = y(points.at(-1)![1]);
    lowest = Math.max(end, lowest + LABEL_HEIGHT);
    const path = points.map(([size, ms], at) => `${at === 0 ? "M" : "L"}${x(size)} ${y(ms)}`).join(" ");
    parts.push(
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${
        dash && ` stroke-dasharray="${dash}"`
      }/>`,
      rule(WIDTH - RIGHT, end, WIDTH - RIGHT + 12, lowest, colour),
      text(WIDTH - RIGHT + 16, lowest + 4, name, `fill="${colour}"`),
    );
  }
  return parts.join("\n") + "\n</svg>\n";
}

/** A logarithmic scale: where a number stands between two places, to a tenth of a unit. */
function scale(from: number, to: number, start: number, end: number): (number: number) => number {
  const span = Math.log(to / from);
  return (number) => Math.round(10 * (start + (end - start) * Math.log(number / from) / span)) / 10;
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${words}</text>`;
}

function rule(x1: number, y1: number, x2: number, y2: number, colour: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"/>`;
}
