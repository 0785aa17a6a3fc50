export * from './graph/index.ts'
export type { CellRange, Effects } from './plan/effects.ts'
export * from './rows/index.ts'
export * from './states/index.ts'
