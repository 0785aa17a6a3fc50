import type { PhaseName } from './plan.ts'

/** Test files that run for 30 s or longer or start many processes. Each runs in a process of its own. */
const slow =
  /^test\/(hostile|every-endpoint|crash\/|package\/|clickhouse\/|sandbox\/|python\/|web\/every-screen)/

/** Beginnings of the paths that `npm test` leaves to `npm run test:full`. */
const fullRunPaths = [
  // Runs every endpoint with its example, foreign ids, strangers, wrong fields, hostile and random values.
  'test/every-endpoint',
  'test/hostile',
  // Kills processes while they work, and starts servers again and again.
  'test/crash/',
  'test/start/',
  // Tests the copy of the log on ClickHouse's embedded build.
  'test/clickhouse/',
  // Builds and installs the npm package.
  'test/package/',
  'test/tables/kill-workers',
  'test/tables/scorecards-in-two-processes',
  // Sends each fault of each provider's wire, with its waits.
  'test/model/openai-faults',
  'test/model/others-faults',
  'test/model/processes',
  'test/model/slots',
  'test/transfer/',
  'test/backup/',
  // Runs the version before and this one on one storage, and two processes beside each other.
  'test/upgrade/',
  'test/isolation-in-two-processes',
  // Measures the longest task of the main thread for the largest bodies.
  'test/longest-task/',
  // Calls every method of the Python SDK for tables.
  'test/python/python-tables',
  // Attacks the sandbox, makes thousands of calls, and keeps the machine busy.
  'test/sandbox/bombs',
  'test/sandbox/busy-machine',
  'test/sandbox/escapes',
  'test/sandbox/isolation',
  'test/sandbox/lifecycle',
  'test/sandbox/network',
  'test/sandbox/soak',
  // Runs journeys with every column type on every path, every price list, every secret and every form of a person's name.
  'test/journeys/canary-secrets',
  'test/journeys/contended-writes',
  'test/journeys/code-in-turns',
  'test/journeys/hidden-persons',
  'test/journeys/price-lists',
  'test/journeys/request-search.property',
  'test/journeys/same-columns',
  'test/journeys/sheet-events-in-two-processes',
  'test/journeys/table-exports',
  'test/journeys/workflow-websocket-in-two-processes',
  // Opens each screen with its popups in both themes, and each form, panel, list, result, key and setting.
  'test/web/analytics',
  'test/web/budgets',
  'test/web/comments',
  'test/web/evaluations',
  'test/web/every-screen',
  'test/web/grid',
  'test/web/hostile',
  'test/web/keyboard',
  'test/web/people',
  'test/web/policy',
  'test/web/prompt-run',
  'test/web/registry',
  'test/web/saved-playgrounds',
  'test/web/session',
  'test/web/settings',
  'test/web/score-setup',
  'test/web/sheet-results',
  'test/web/shell',
  'test/web/table-forms',
  'test/web/table-panels',
  'test/web/workflows',
]

/** The tests that `npm test` runs on PostgreSQL too: one for each domain that stores data. */
const shortOnPostgres =
  /^(src|test\/(kit|jobs))\/|\.postgres\.test\.ts$|^test\/journeys\/(concurrent|datasets|dynamic-label|environment-v|external|folder|founding|idempot|input-var|label|list-|log-|names|people|prompt-s|publish|registry|reports|request|retention|score(cards|-)|sheet-(events|versions)|skills|table-(columns|rows|runs)|tables|tools|traces|tracking|update|upsert|workflows)/

export const isSlow = (file: string): boolean => slow.test(file)

export const isForFullRun = (file: string, phase: PhaseName): boolean =>
  fullRunPaths.some((beginning) => file.startsWith(beginning)) ||
  (phase === 'postgres' && !shortOnPostgres.test(file))
