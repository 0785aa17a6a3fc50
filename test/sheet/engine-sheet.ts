import type { Json } from '../../src/engine/json/json.ts'
import {
  type CellEvent,
  type CellRange,
  type CellStatus,
  type Effects,
  eachRow,
  endsRun,
  Graph,
  type InputHasher,
  inputHasher,
  isPending,
  mayKeep,
  NEW_CELL,
  oneRow,
  type RowSet,
  readinessCheck,
  type SelectedRange,
  sameValue,
  staleAfter,
  transition,
  unchangedAfter,
} from '../../src/engine/sheet/index.ts'

export interface Cell {
  status: CellStatus
  /** Number of times that the right to write the cell was revoked. */
  generation: number
  value: Json
  hash: string | null
}

/** Applies the engine's effects to a table in memory, as the server does to a database. */
export class EngineSheet {
  graph = new Graph([])
  rows: Map<string, Cell>[] = []
  readonly #hashers = new Map<string, InputHasher>()
  /** Called when a cell loses its value. */
  readonly #onLost: (column: string, row: number) => void

  constructor(onLost: (column: string, row: number) => void) {
    this.#onLost = onLost
  }

  cell(column: string, row: number): Cell {
    return this.rows[row]!.get(column)!
  }

  adopt(graph: Graph, effects: Effects): void {
    const deleted = this.graph.columns.filter(({ id }) => graph.find(id) === undefined)
    this.graph = graph
    this.#hashers.clear()
    for (const row of this.rows) for (const { id } of deleted) row.delete(id)
    this.perform(effects)
  }

  perform(effects: Effects): void {
    for (const range of effects.created)
      this.#each(range, (column, row) =>
        this.rows[row]!.set(column, { status: NEW_CELL, generation: 0, value: null, hash: null }),
      )
    this.invalidate(effects.reconfigured)
    for (const range of effects.reconfigured)
      this.#each(range, (column, row) => {
        this.cell(column, row).hash = null
      })
    this.invalidate(effects.stale)
    for (const range of effects.queue) this.#each(range, (column, row) => this.fire(column, row, 'queue'))
  }

  invalidate(ranges: readonly CellRange[]): void {
    for (const range of ranges)
      this.#each(range, (column, row) => {
        const { status } = this.cell(column, row)
        if (status.state !== 'STALE') this.fire(column, row, 'invalidate')
      })
  }

  /** @throws if the event is not allowed in the cell's state. */
  fire(column: string, row: number, event: CellEvent): void {
    const cell = this.cell(column, row)
    const moved = transition(cell.status, event)
    if (!moved) throw new Error(`${event} in ${cell.status.state} of ${column}`)
    if (endsRun(cell.status.state, event, true)) cell.generation++
    cell.status = moved
  }

  edit(column: string, row: number, value: Json): void {
    const cell = this.cell(column, row)
    if (sameValue(cell.value, value)) return
    cell.value = value
    this.invalidate(staleAfter(this.graph, [{ column, rows: oneRow(row) }]))
    this.keepUnchanged(column, row)
  }

  /** After a cell has a new value, keeps the values of readers that were computed from the same inputs. */
  keepUnchanged(column: string, row: number): void {
    const unchanged = unchangedAfter(this.graph, column, {
      status: (id) => this.cell(id, row).status,
      storedHash: (id) => this.cell(id, row).hash,
      inputHash: (id) => this.hash(id, row),
    })
    for (const id of unchanged)
      this.fire(id, row, isPending(this.cell(id, row).status.state) ? 'keep' : 'revive')
  }

  queue(selected: readonly SelectedRange[]): void {
    for (const range of selected)
      this.#each(range, (column, row) => {
        if (range.states.includes(this.cell(column, row).status.state)) this.fire(column, row, 'queue')
      })
  }

  inputs(column: string, row: number): Json[] {
    const named = this.graph.sources(column).map((source) => source.column!)
    const left = this.graph.inputs(column).filter((input) => !named.includes(input))
    return [...named, ...left].map((input) => this.cell(input, row).value)
  }

  hash(column: string, row: number): string {
    let hasher = this.#hashers.get(column)
    if (!hasher) {
      const { definition } = this.graph.find(column)!
      hasher = inputHasher({ definition, resolved: {}, model: null, evaluator: null, titles: [] })
      this.#hashers.set(column, hasher)
    }
    return hasher.hash(this.inputs(column, row))
  }

  /** Makes a worker's step for a pending cell; true if it computes the cell. */
  tryStart(column: string, row: number): boolean {
    const readiness = readinessCheck(this.graph, column)((id) => this.cell(id, row).status)
    const cell = this.cell(column, row)
    if (readiness.kind === 'blocked') this.fire(column, row, 'block')
    if (readiness.kind === 'failed') {
      const failedBefore = cell.status.resting === 'FAILED'
      this.fire(column, row, 'fail')
      if (!failedBefore) this.#lost(column, row)
    }
    if (readiness.kind !== 'ready') return false
    if (mayKeep(cell.status) && cell.hash === this.hash(column, row)) {
      this.fire(column, row, 'keep')
      this.keepUnchanged(column, row)
      return false
    }
    // A worker that takes over an expired lease finds the cell dispatched already.
    if (cell.status.state === 'QUEUED') this.fire(column, row, 'dispatch')
    return true
  }

  finish(column: string, row: number, value: Json | undefined): void {
    const cell = this.cell(column, row)
    if (value === undefined) {
      const failedBefore = cell.status.resting === 'FAILED'
      this.fire(column, row, 'fail')
      if (!failedBefore) this.#lost(column, row)
      return
    }
    const same = cell.hash !== null && sameValue(cell.value, value)
    this.fire(column, row, 'complete')
    cell.value = value
    cell.hash = this.hash(column, row)
    if (!same) this.invalidate(staleAfter(this.graph, [{ column, rows: oneRow(row) }]))
    this.keepUnchanged(column, row)
  }

  pending(): { column: string; row: number }[] {
    return this.rows.flatMap((cells, row) =>
      [...cells].flatMap(([column, { status }]) => (isPending(status.state) ? [{ column, row }] : [])),
    )
  }

  #lost(column: string, row: number): void {
    this.cell(column, row).hash = null
    this.#onLost(column, row)
    this.invalidate(staleAfter(this.graph, [{ column, rows: oneRow(row) }]))
  }

  #each(
    { column, rows }: { column: string; rows: RowSet },
    visit: (column: string, row: number) => void,
  ): void {
    for (const row of eachRow(rows, this.rows.length)) visit(column, row)
  }
}
