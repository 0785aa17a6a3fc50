/**
 * Sheets as values: plans which cells a change makes stale and which can run, as columns and row ranges. Changes no cell
 * itself.
 */

export * from './delta/index.ts'
export * from './forecast/index.ts'
export * from './graph/index.ts'
export * from './hash/index.ts'
export * from './plan/index.ts'
export * from './rows/index.ts'
export * from './score/index.ts'
export * from './scorecard/index.ts'
export * from './states/index.ts'
export * from './statistics/index.ts'
