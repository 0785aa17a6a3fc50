import type { Store } from '../db/index.ts'
import type { Part } from './parts.ts'

export interface MeasuredPart {
  readonly name: Part
  /** Null: it takes too long to find out. */
  readonly bytes: number | null
  readonly rows: number | null
  readonly isEstimate: boolean
}

export interface Measured {
  readonly bytes: number
  readonly parts: readonly MeasuredPart[]
}

/** One question among several that are answered together: how long it may take. */
export const patience = { size: 400, count: 200 } as const

export type Measure = (store: Store, folder: string) => Promise<Measured>
