import type { Json } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import {
  type CellEvent,
  type CellState,
  type CellStatus,
  isPending,
  moveOf,
  NEW_CELL,
  type RestingState,
  transition,
} from '../../engine/sheet/index.ts'
import type { Texts } from '../sheets/storage/index.ts'
import type { BatchCellRow } from './batch-queries.ts'

/** A stored cell while its batch is computed. */
export class BatchCell implements CellStatus {
  state: CellState
  resting: RestingState
  awaiting: boolean
  readonly generation: number
  /** True if the run still has to finish the cell. */
  isOpen: boolean
  isUnderWay = false
  hash: string | null
  price: number | null
  latency: number | null
  /** Null if the cell never had a value or an error. */
  readonly contentSince: number | null
  /** The progress that another process stored, as JSON. */
  progress: string | null
  #text: string | null
  #value: Json | undefined

  constructor(row: BatchCellRow, execution: string | null) {
    // Fields are read by index, because destructuring would create an iterator for each cell.
    const status = row[2]
    this.state = (status ?? 'COMPLETED') as CellState
    this.resting = (row[3] ?? 'COMPLETED') as RestingState
    this.awaiting = row[4] === 1
    this.isOpen = isPending(this.state) && execution !== null && row[5] === execution
    this.generation = row[6]
    this.progress = row[7]
    this.#text = row[8]
    this.hash = row[9]
    this.price = row[10]
    this.latency = row[11]
    this.contentSince = row[12]
  }

  /** Moves the cell as storage does; false if the event changes nothing. */
  move(event: CellEvent): boolean {
    const moved = transition(this, event)
    if (moved === null) return false
    this.state = moved.state
    this.resting = moved.resting
    this.awaiting = moved.awaiting
    const { execution, progress } = moveOf(event).writes
    if (progress === null) this.progress = null
    this.isOpen = isPending(moved.state) && (this.isOpen || execution === 'run')
    return true
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

/** The row of a cell that was never stored. */
export const unstoredCell = (row_id: number, column_number: number): BatchCellRow => [
  ...([
    row_id,
    column_number,
    NEW_CELL.state,
    NEW_CELL.resting,
    0,
    null,
    0,
    null,
    null,
    null,
    null,
    null,
    null,
  ] as const),
]

export interface BatchRow {
  readonly id: number
  readonly index: number
  readonly since: number
  texts: Texts
  /** Cells by the slot of their column; undefined for a cell that was never stored. */
  readonly cells: (BatchCell | undefined)[]
}
