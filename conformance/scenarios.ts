import type { Scenario } from "./check.ts";
import { CLAIMS } from "./section_3_claims.ts";
import { DISPLAYS } from "./section_3_displays.ts";
import { FIELDS } from "./section_3_fields.ts";
import { LOCAL_TIME } from "./section_3_local_time.ts";
import { STATUS } from "./section_3_status.ts";
import { STORES_AND_KEYS } from "./section_3_stores_and_keys.ts";
import { FILTERING } from "./section_4_filters.ts";
import { OPERATIONS } from "./section_4_operations.ts";
import { ORDER } from "./section_4_order.ts";
import { SEARCH } from "./section_4_search.ts";
import { SET } from "./section_4_set.ts";
import { BOUNDED } from "./section_5_bounded.ts";
import { BRIEF } from "./section_5_brief.ts";
import { DAMAGE } from "./section_5_damage.ts";
import { DECISIONS_SHOWN } from "./section_5_decisions.ts";
import { EXCERPTS } from "./section_5_excerpts.ts";
import { INSTRUCTIONS_SHOWN } from "./section_5_instructions.ts";
import { START } from "./section_5_start.ts";
import { OPEN_ITEMS } from "./section_7_open_items.ts";
import { SUMMARIES } from "./section_7_summaries.ts";
import { DAMAGED_STORES } from "./section_8_damaged_stores.ts";
import { KILLED_WRITERS } from "./section_8_killed_writers.ts";
import { LOCKING } from "./section_8_locking.ts";
import { STORAGE } from "./section_8_storage.ts";
import { STORE_FILES } from "./section_8_store_files.ts";
import { ATOMIC_WRITES } from "./section_8_writes.ts";
import { COMMAND_LINE } from "./section_9_command_line.ts";
import { OUTPUT } from "./section_9_output.ts";
import { VALUES } from "./section_9_values.ts";
import { WORDS } from "./section_9_words.ts";
import { HISTORY } from "./section_10_history.ts";
import { CARE } from "./section_10_care.ts";
import { FULL_TEXT } from "./section_10_words.ts";
import { EXCHANGE } from "./section_10_exchange.ts";
import { CREDENTIALS_CHECKED } from "./section_11_credentials.ts";
import { PERMISSIONS } from "./section_11_permissions.ts";

/** Every scenario; those that mostly wait come first, so that the others run beside them. */
export const SCENARIOS: readonly Scenario[] = [
  ...LOCKING,
  ...KILLED_WRITERS,
  ...STORES_AND_KEYS,
  ...FIELDS,
  ...LOCAL_TIME,
  ...CLAIMS,
  ...STATUS,
  ...DISPLAYS,
  ...OPERATIONS,
  ...SET,
  ...SEARCH,
  ...FILTERING,
  ...ORDER,
  ...START,
  ...DAMAGE,
  ...BRIEF,
  ...INSTRUCTIONS_SHOWN,
  ...DECISIONS_SHOWN,
  ...EXCERPTS,
  ...BOUNDED,
  ...SUMMARIES,
  ...OPEN_ITEMS,
  ...STORAGE,
  ...STORE_FILES,
  ...DAMAGED_STORES,
  ...ATOMIC_WRITES,
  ...COMMAND_LINE,
  ...OUTPUT,
  ...VALUES,
  ...WORDS,
  ...HISTORY,
  ...CARE,
  ...FULL_TEXT,
  ...EXCHANGE,
  ...CREDENTIALS_CHECKED,
  ...PERMISSIONS,
];
