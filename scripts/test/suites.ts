import type { PhaseName } from './plan.ts'

/** Files of half a minute and more: each has a process of its own and begins first, so that no core waits for it alone. */
const slow = /^test\/(hostile|every-endpoint|crash\/|sandbox\/|python\/|web\/every-screen)/

/**
 * The tests that `npm test` leaves to `npm run test:full`, by the beginning of their path and the reason. The others are
 * the units, the journeys of both engines and the browser, the Python SDK, and every endpoint on SQLite.
 */
const leftToFullRun: Readonly<Record<PhaseName | 'anyPhase', readonly string[]>> = {
  anyPhase: [
    // Hostile and random values in every field of every endpoint.
    'test/hostile',
    // Processes killed while they work, and other servers started again and again.
    'test/crash/',
    'test/tables/kill-workers',
    'test/start/big-trace',
    'test/start/held-folder',
    'test/start/keys',
    'test/start/migrate-report',
    'test/start/newer-data',
    'test/start/reprice',
    'test/start/rotate-secrets',
    'test/start/secret-key',
    'test/start/settings',
    // The longest task of the main thread for the largest bodies.
    'test/longest-task/',
    // Attacks on the sandbox, thousands of calls of it, a busy machine.
    'test/sandbox/bombs',
    'test/sandbox/busy-machine',
    'test/sandbox/escapes',
    'test/sandbox/isolation',
    'test/sandbox/lifecycle',
    'test/sandbox/network',
    'test/sandbox/soak',
    'test/model/slots',
    // Large or many-sided: generated sheets, all column types on all paths, all files of price lists.
    'test/journeys/canary-secrets',
    'test/journeys/code-in-turns',
    'test/journeys/price-lists',
    'test/journeys/same-columns',
    'test/transfer/',
    'test/backup/',
  ],
  unit: [],
  sqlite: [],
  postgres: [
    'test/every-endpoint',
    'test/start/',
    'test/seed',
    'test/clients/',
    'test/model/',
    'test/journeys/column-types',
    'test/journeys/prices',
    'test/journeys/recorded-clients',
    'test/journeys/report-runs',
    'test/journeys/run-',
    'test/journeys/sdk-run-',
    'test/journeys/test-execute',
    'test/journeys/workflow-websocket-in-two-processes',
    'test/journeys/workspace-settings',
    'test/tables/scorecards-in-two-processes',
  ],
  browser: [
    // Each screen with each of its popups, in both themes.
    'test/web/every-screen',
    'test/web/budgets',
    'test/web/hostile',
    'test/web/keyboard',
    'test/web/policy',
    'test/web/settings',
    'test/web/table-forms',
    'test/web/table-panels',
  ],
}

export const isSlow = (file: string): boolean => slow.test(file)

export const isForFullRun = (file: string, phase: PhaseName): boolean =>
  [...leftToFullRun.anyPhase, ...leftToFullRun[phase]].some((beginning) => file.startsWith(beginning))
