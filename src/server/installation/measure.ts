import type { Store } from '../db/index.ts'
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

export type Measure = (store: Store, folder: string) => Promise<Measurement>
