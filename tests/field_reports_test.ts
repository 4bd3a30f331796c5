import { assert, assertEquals } from "@std/assert";

const tests = new URL("./", import.meta.url);
const rows = (await Deno.readTextFile(new URL("README.md", tests))).split("\n")
  .filter((line) => line.startsWith("| BR-"))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

Deno.test("each field report has one row, in order, with a test or the subject that is to bring one", () => {
  const numbers = rows.map(([report]) => Number(report!.slice("BR-".length)));
  assertEquals(numbers, [...new Set(numbers)].sort((a, b) => a - b));
  assertEquals([numbers.length, numbers[0], numbers.at(-1)], [91, 1, 106]);
  for (const [report, what, proof, elsewhere] of rows) {
    assert(what, report);
    assert(proof !== "–" || elsewhere !== "–", `${report} has neither`);
  }
});

Deno.test("each test that the table of field reports names is there", async () => {
  for (const [report, , proof] of rows) {
    if (proof === "–") continue;
    for (const named of proof!.split("<br>")) {
      const [, file, name] = /^`([a-z_/]+_test\.ts)`: (.+)$/.exec(named) ?? [];
      assert(file && name, `${report}: ${named}`);
      assert((await Deno.readTextFile(new URL(file, tests))).includes(name), `${report}: ${named}`);
    }
  }
});
