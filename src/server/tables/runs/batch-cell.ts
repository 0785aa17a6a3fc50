import type { Json } from '../../../engine/columns/index.ts'
import type { CellState, CellStatus, RestingState } from '../../../engine/sheet/index.ts'
import type { Texts } from '../values.ts'
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
  readonly since: number
  readonly hadContent: boolean
  /** How far another process came: JSON. */
  progress: string | null
  #text: string | null
  #value: Json | undefined

  constructor(row: BatchCellRow, execution: string | null) {
    this.state = row.status as CellState
    this.resting = row.resting as RestingState
    this.awaiting = row.awaiting === 1
    this.generation = row.generation
    const isPending = this.state === 'QUEUED' || this.state === 'DISPATCHED' || this.state === 'RUNNING'
    this.isOpen = isPending && execution !== null && row.execution_id === execution
    // What is shown as given to a worker is, to whoever computes it, only waiting.
    if (this.isOpen) this.state = 'QUEUED'
    this.hash = row.input_hash
    this.price = row.price
    this.latency = row.latency_ms
    this.since = row.since
    this.progress = row.progress
    this.hadContent = row.value !== null || row.input_hash !== null || row.status !== 'QUEUED'
    this.#text = row.value
  }

  /** As queueing does it, for a run that stores nothing before it has the result. */
  open(): void {
    this.resting = this.state as RestingState
    this.state = 'QUEUED'
    this.isOpen = true
    this.progress = null
  }

  get value(): Json {
    if (this.#value === undefined) this.#value = this.#text === null ? null : (JSON.parse(this.#text) as Json)
    return this.#value
  }

  set value(value: Json) {
    this.#value = value
    this.#text = null
  }
}

/** One that was never stored. */
export const unstoredCell = (row_id: number, column_number: number): BatchCellRow => ({
  ...{ row_id, column_number, status: 'STALE', resting: 'STALE', awaiting: 0, generation: 0, since: 0 },
  ...{ execution_id: null, progress: null, value: null, input_hash: null, price: null, latency_ms: null },
})

export interface BatchRow {
  readonly id: number
  readonly index: number
  readonly since: number
  readonly texts: Texts
  /** By the slot of their column; undefined for one that was never stored. */
  readonly cells: (BatchCell | undefined)[]
}
