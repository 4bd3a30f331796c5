import { STORES } from "../memory/entry.ts";
import { dropIndex, indexState } from "../store/index/keep_index.ts";
import { LAYOUT } from "../store/root.ts";
import type { Found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** The indexes of large stores: whether each tells of its store as it is (§10). No answer depends on one. */
export function checkIndex({ root }: Patient): Found[] {
  return STORES.filter((store) => indexState(root, store) === "useless").map((store) => ({
    level: "note",
    message: `the index of ${store} in ${LAYOUT.index} is damaged, or tells of another version of the store`,
    remedy: "The next ctx get, list or search makes it anew; at once out of the way: ctx doctor --fix",
    mend: {
      underLock: true,
      run: () => {
        dropIndex(root, store);
        return Promise.resolve("removed");
      },
    },
  }));
}
