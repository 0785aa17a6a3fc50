import type { Json } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import type { CellState, CellStatus, RestingState } from '../../engine/sheet/index.ts'
import type { Texts } from '../sheets/index.ts'
import type { BatchCellRow } from './batch-queries.ts'

/** A stored cell while its batch is computed. */
export class BatchCell implements CellStatus {
  state: CellState
  resting: RestingState
  awaiting: boolean
  readonly generation: number
  /** It belongs to the run, and is not finished yet. */
  isOpen: boolean
  isUnderWay = false
  hash: string | null
  price: number | null
  latency: number | null
  /** Null where it never had a value or an error. */
  readonly contentSince: number | null
  /** How far another process came: JSON. */
  progress: string | null
  #text: string | null
  #value: Json | undefined

  constructor(row: BatchCellRow, execution: string | null) {
    // By place: taking a list apart in one go asks it for an iterator.
    const status = row[2]
    this.state = (status ?? 'COMPLETED') as CellState
    this.resting = (row[3] ?? 'COMPLETED') as RestingState
    this.awaiting = row[4] === 1
    const isPending = status === 'QUEUED' || status === 'DISPATCHED' || status === 'RUNNING'
    this.isOpen = isPending && execution !== null && row[5] === execution
    // What is shown as given to a worker is, to whoever computes it, only waiting.
    if (this.isOpen) this.state = 'QUEUED'
    this.generation = row[6]
    this.progress = row[7]
    this.#text = row[8]
    this.hash = row[9]
    this.price = row[10]
    this.latency = row[11]
    this.contentSince = row[12]
  }

  /** As queueing does it, for a run that stores nothing before it has the result. */
  open(): void {
    this.resting = this.state as RestingState
    this.state = 'QUEUED'
    this.isOpen = true
    this.progress = null
  }

  get value(): Json {
    if (this.#value === undefined) this.#value = this.#text === null ? null : (parseExact(this.#text) as Json)
    return this.#value
  }

  set value(value: Json) {
    this.#value = value
    this.#text = null
  }
}

/** One that was never stored. */
export const unstoredCell = (row_id: number, column_number: number): BatchCellRow => [
  ...([row_id, column_number, 'STALE', 'STALE', 0, null, 0, null, null, null, null, null, null] as const),
]

export interface BatchRow {
  readonly id: number
  readonly index: number
  readonly since: number
  texts: Texts
  /** By the slot of their column; undefined for one that was never stored. */
  readonly cells: (BatchCell | undefined)[]
}
