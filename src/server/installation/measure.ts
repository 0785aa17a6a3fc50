import { type CompiledQuery, nullIfSlow, type Store } from '../db/index.ts'
import type { Part } from './parts.ts'

export interface MeasuredPart {
  readonly name: Part
  /** Null if measuring takes too long. */
  readonly bytes: number | null
  readonly rows: number | null
  readonly isEstimate: boolean
}

export interface Measurement {
  readonly bytes: number
  readonly parts: readonly MeasuredPart[]
}

/** Milliseconds for one query of a size or a count. */
export const timeLimits = { size: 400, count: 200 } as const

/** The first row of a query; null if it reached its time limit. */
export const firstRow = <Row>(
  store: Store,
  query: CompiledQuery<Row>,
  milliseconds: number,
): Promise<Row | null> => nullIfSlow(async () => (await store.timedQuery(query, milliseconds))[0] ?? null)

export type Measure = (store: Store, folder: string) => Promise<Measurement>
