import { checkCredentials } from "./check_credentials.ts";
import { checkClutter, checkEntries } from "./check_entries.ts";
import { checkLeftovers, checkModes, checkRoot, checkSettings, isThere } from "./check_files_and_modes.ts";
import type { Found } from "./finding.ts";
import { checkGrants, isReadable } from "./check_permissions_granted.ts";
import { checkHarnesses } from "./check_harnesses.ts";
import { checkIndex } from "./check_index.ts";
import { checkPackages } from "./check_packages.ts";
import { checkLock } from "./check_lock.ts";
import type { Patient } from "./patient.ts";
import { checkStartSize } from "./start_size.ts";
import { checkHistory, checkStores } from "./check_stores_and_histories.ts";
import { checkSummaries } from "./check_summaries.ts";

/** One thing that an examination looks at. */
export interface Check {
  /** Its name, by which findings refer to it. */
  readonly name: string;
  /** Looks; a `CtxError` that it throws is a finding. */
  run(patient: Patient): Found[] | Promise<Found[]>;
  /** Whether what comes behind it makes sense; absent where it always does. */
  readonly goesOn?: (patient: Patient) => boolean;
}

/** What is looked at, in this order. */
export const CHECKS: readonly Check[] = [
  { name: "grants", run: checkGrants, goesOn: isReadable },
  { name: "root", run: checkRoot, goesOn: isThere },
  { name: "modes", run: checkModes },
  { name: "leftovers", run: checkLeftovers },
  { name: "settings", run: checkSettings },
  { name: "lock", run: checkLock },
  { name: "stores", run: checkStores },
  { name: "history", run: checkHistory },
  { name: "index", run: checkIndex },
  { name: "entries", run: checkEntries },
  { name: "credentials", run: checkCredentials },
  { name: "summaries", run: checkSummaries },
  { name: "packages", run: checkPackages },
  { name: "start", run: checkStartSize },
  { name: "clutter", run: checkClutter },
  { name: "harnesses", run: checkHarnesses },
];
