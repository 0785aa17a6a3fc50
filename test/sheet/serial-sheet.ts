import type { Json } from '../../src/engine/json/json.ts'
import { type FormulaName, formulas } from './formula.ts'

/** A column of the test, with the ids that it reads, independent of configs and titles. */
export interface SerialColumn {
  readonly id: string
  title: string
  formula: FormulaName | null
  reads: string[]
  readsRow: boolean
  /** A number that increases whenever the column's function changes. */
  epoch: number
}

interface StoredResult {
  readonly from: string
  readonly value: Json
}

/**
 * A plain serial evaluator without graph, plan and states. It computes each answer from scratch by recursion.
 * The only history that it keeps is the inputs of each cell's last computation.
 */
export class SerialSheet {
  columns: SerialColumn[] = []
  /** Written values by row, then column. */
  rows: Map<string, Json>[] = []
  readonly #computed = new Map<Map<string, Json>, Map<string, StoredResult>>()

  column(id: string): SerialColumn | undefined {
    return this.columns.find((column) => column.id === id)
  }

  inputs(column: SerialColumn): string[] {
    const left = this.columns.slice(0, this.columns.indexOf(column)).map(({ id }) => id)
    return [...column.reads, ...(column.readsRow ? left.filter((id) => !column.reads.includes(id)) : [])]
  }

  /** Whether these sources would close a cycle, found by walking every path. */
  closesCycle(id: string, reads: readonly string[], readsRow: boolean): boolean {
    const reader = this.column(id)!
    const reach = (from: readonly string[], seen: Set<string>): boolean =>
      from.some((next) => {
        if (next === id) return true
        const column = this.column(next)
        if (!column || seen.has(next)) return false
        seen.add(next)
        return reach(this.inputs(column), seen)
      })
    return reach(
      this.inputs({ ...reader, reads: [...reads], readsRow: false }).concat(
        readsRow ? this.#leftOf(reader) : [],
      ),
      new Set(),
    )
  }

  /** The value that the cell has if everything is computed now, one cell after the other. */
  value(id: string, row: number): Json | undefined {
    const column = this.column(id)
    if (!column) return undefined
    if (column.formula === null) return this.rows[row]!.get(id) ?? null
    const values = this.inputs(column).map((input) => this.value(input, row))
    if (values.includes(undefined)) return undefined
    return formulas[column.formula](values as Json[])
  }

  /** Whether the cell's last value is fresh, together with all cells that it was computed from. */
  isFresh(id: string, row: number): boolean {
    const column = this.column(id)
    if (!column) return false
    if (column.formula === null) return true
    if (!this.inputs(column).every((input) => this.isFresh(input, row))) return false
    return this.#memory(row).get(id)?.from === this.#inputText(column, row)
  }

  /** Called when the cell has been computed from the current values. */
  remember(id: string, row: number, value: Json | undefined): void {
    if (value === undefined) this.#memory(row).delete(id)
    else this.#memory(row).set(id, { from: this.#inputText(this.column(id)!, row), value })
  }

  #leftOf(column: SerialColumn): string[] {
    return this.columns.slice(0, this.columns.indexOf(column)).map(({ id }) => id)
  }

  #memory(row: number): Map<string, StoredResult> {
    const key = this.rows[row]!
    const memory = this.#computed.get(key) ?? new Map<string, StoredResult>()
    this.#computed.set(key, memory)
    return memory
  }

  #inputText(column: SerialColumn, row: number): string {
    const inputValue = (input: string) =>
      this.column(input)?.formula === null
        ? (this.rows[row]!.get(input) ?? null)
        : this.#memory(row).get(input)?.value
    return JSON.stringify([column.epoch, this.inputs(column).map(inputValue)])
  }
}
