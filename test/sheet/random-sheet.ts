import assert from 'node:assert/strict'
import type { Json } from '../../src/engine/json/json.ts'
import { Refusal } from '../../src/engine/refusal.ts'
import {
  checkColumn,
  type Dependency,
  dependenciesOf,
  Graph,
  isPending,
  rewriteTitles,
  rowsAdded,
  rowsShifted,
  type SheetColumn,
  sameValue,
  selectCells,
  selectOperation,
  sourceProblem,
  structureEffects,
} from '../../src/engine/sheet/index.ts'
import { type Cell, EngineSheet } from './engine-sheet.ts'
import { editValues, type FormulaName, formulaNames, formulas } from './formula.ts'
import { type SerialColumn, SerialSheet } from './serial-sheet.ts'

export const actionNames = [
  ...['edit', 'edit', 'edit', 'create', 'create', 'update', 'update', 'rename', 'delete column'],
  ...['add rows', 'delete row', 'run', 'run', 'run all', 'run cells', 'run column', 'finish queued'],
] as const

export interface Action {
  readonly name: (typeof actionNames)[number]
  readonly dice: readonly number[]
}

interface Written {
  readonly targets: string[]
  pins: readonly Dependency[]
}

const titles = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

/** Applies the same changes to the engine and to the serial evaluator; `check` compares them. */
export class RandomSheet {
  readonly serial = new SerialSheet()
  readonly engine = new EngineSheet((column, row) => this.serial.remember(column, row, undefined))
  readonly #written = new Map<string, Written>()
  #created = 0
  #dice: number[] = []
  refusedCycles = 0

  play({ name, dice }: Action): void {
    this.#dice = [...dice]
    if (name.startsWith('run')) this.#run(name)
    else if (name === 'finish queued') this.#finishQueued()
    else this.#change(name)
  }

  /** Asserts equal cells, exact staleness, and no stuck cell. */
  check(): void {
    for (const { id, formula } of this.serial.columns) {
      for (const row of this.serial.rows.keys()) {
        const { status, value } = this.engine.cell(id, row)
        const truth = this.serial.value(id, row)
        if (formula === null) {
          assert.ok(sameValue(value, truth!))
          continue
        }
        assert.equal(isPending(status.state), false, 'stuck')
        assert.equal(
          status.state === 'COMPLETED',
          this.serial.isFresh(id, row),
          `${id} ${row} ${status.state}`,
        )
        if (status.state === 'COMPLETED')
          assert.ok(truth !== undefined && sameValue(value, truth), 'equal cells')
        if (status.state !== 'FAILED') continue
        assert.equal(truth, undefined)
        if (sourceProblem(this.engine.graph, id) !== null) continue
        for (const input of this.engine.graph.inputs(id))
          assert.notEqual(this.engine.cell(input, row).status.state, 'STALE', `${id} ${row} failed early`)
      }
    }
  }

  #roll(sides: number): number {
    return (this.#dice.shift() ?? 0) % Math.max(1, sides)
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.#roll(items.length)]
  }

  #change(name: Action['name']): void {
    if (name === 'edit') this.#edit()
    if (name === 'create') this.#create()
    if (name === 'update') this.#update()
    if (name === 'rename') this.#rename()
    if (name === 'delete column') this.#deleteColumn()
    if (name === 'add rows') this.#addRows(1 + this.#roll(3))
    if (name === 'delete row') this.#deleteRow()
  }

  #edit(): void {
    const column = this.#pick(this.serial.columns.filter(({ formula }) => formula === null))
    const row = this.#roll(this.serial.rows.length)
    if (!column || this.serial.rows.length === 0) return
    const value = this.#pick(editValues)!
    this.serial.rows[row]!.set(column.id, value)
    this.engine.edit(column.id, row, value)
  }

  #create(): void {
    const formula = this.serial.columns.length < 2 || this.#roll(3) === 0 ? null : this.#pick(formulaNames)!
    const id = `c${this.#created++}`
    const column: SerialColumn = {
      id,
      title: this.#pick(titles)!,
      formula,
      reads: [],
      readsRow: false,
      epoch: 0,
    }
    this.serial.columns.push(column)
    const refused = formula === null ? this.#adopt(column, []) : this.#rewire(column)
    if (refused) this.serial.columns.pop()
    else if (formula === null)
      for (const cells of this.engine.rows)
        cells.set(id, {
          status: { state: 'COMPLETED', resting: 'COMPLETED', awaiting: false },
          generation: 0,
          value: null,
          hash: null,
        })
  }

  #update(): void {
    const column = this.#pick(this.serial.columns.filter(({ formula }) => formula !== null))
    if (!column) return
    const before = { ...column }
    if (this.#roll(2) === 0) column.formula = this.#pick(formulaNames)!
    if (this.#rewire(column)) Object.assign(column, before)
    else if (meaning(before) !== meaning(column)) column.epoch++
  }

  /**
   * Gives a column other sources, some of them by title. Returns true if the engine refused, which it must do
   * exactly for ambiguous titles and cycles.
   */
  #rewire(column: SerialColumn): boolean {
    const reads = [this.#pick(this.serial.columns)!, this.#pick(this.serial.columns)!].slice(this.#roll(2))
    const targets = reads.map(({ id, title }) => (this.#roll(2) === 0 ? title : id))
    const readsRow = this.#roll(4) === 0
    const ambiguous = reads.some(({ title }, index) => {
      const others = this.serial.columns.filter((other) => other.title === title && other.id !== column.id)
      return targets[index] === title && others.length > 1
    })
    // A title that the column shares with another column means the other one.
    const sourceIds = reads.map((read, index) => {
      const other = this.serial.columns.find((one) => one.title === read.title && one.id !== column.id)
      return targets[index] === read.title ? (other ?? read).id : read.id
    })
    const cycle = this.serial.closesCycle(column.id, sourceIds, readsRow)
    const before = { reads: column.reads, readsRow: column.readsRow }
    Object.assign(column, { reads: sourceIds, readsRow })
    const refusal = this.#adopt(column, targets)
    assert.equal(refusal !== null, ambiguous || cycle, 'what is refused')
    if (refusal) Object.assign(column, before)
    if (refusal && !ambiguous) {
      assert.match(refusal.message, / -> /)
      this.refusedCycles++
    }
    return refusal !== null
  }

  #rename(): void {
    const column = this.#pick(this.serial.columns)
    if (!column) return
    const title = this.#pick(titles)!
    const configs = new Map([...this.#written].map(([id, { targets }]) => [id, { sources: targets }]))
    for (const { column: reader, config } of rewriteTitles(this.engine.graph, column.id, title, configs))
      this.#written.set(reader, { ...this.#written.get(reader)!, targets: config['sources'] as string[] })
    const changed = title !== column.title
    column.title = title
    this.#adopt(column, this.#written.get(column.id)!.targets, this.#written.get(column.id)!.pins)
    for (const reader of this.serial.columns)
      if (changed && showsTitles(reader) && this.serial.inputs(reader).includes(column.id)) reader.epoch++
    for (const { id, reads } of this.serial.columns)
      for (const [index, target] of this.#written.get(id)!.targets.entries())
        assert.ok(
          [reads[index], this.serial.column(reads[index]!)?.title ?? target].includes(target),
          'titles follow',
        )
  }

  #deleteColumn(): void {
    const at = this.#roll(this.serial.columns.length)
    const [column] = this.serial.columns.slice(at, at + 1)
    if (!column) return
    for (const reader of this.serial.columns)
      if (this.serial.inputs(reader).includes(column.id)) reader.epoch++
    this.serial.columns.splice(at, 1)
    this.#written.delete(column.id)
    const graph = new Graph(this.serial.columns.map((column) => this.#engineColumn(column)))
    this.engine.adopt(graph, structureEffects(this.engine.graph, graph, true))
  }

  #addRows(count: number): void {
    const from = this.engine.rows.length
    for (let row = 0; row < count; row++) {
      this.serial.rows.push(new Map())
      const written = this.serial.columns.filter(({ formula }) => formula === null)
      this.engine.rows.push(
        new Map(
          written.map(({ id }): [string, Cell] => [
            id,
            {
              status: { state: 'COMPLETED', resting: 'COMPLETED', awaiting: false },
              generation: 0,
              value: null,
              hash: null,
            },
          ]),
        ),
      )
    }
    this.engine.perform(rowsAdded(this.engine.graph, 's', from, from + count))
  }

  #deleteRow(): void {
    const row = this.#roll(this.serial.rows.length)
    const count = this.serial.rows.length
    this.serial.rows.splice(row, 1)
    this.engine.rows.splice(row, 1)
    const effects = rowsShifted(this.engine.graph, 's', row, count, this.serial.rows.length)
    assert.deepEqual(effects.stale, [], 'rows keep their cells')
  }

  #run(name: Action['name']): void {
    const rowCount = this.serial.rows.length
    const computed = this.serial.columns.filter(({ formula }) => formula !== null)
    const column = this.#pick(computed)
    const row = this.#roll(rowCount)
    if (rowCount === 0 || !column) return
    const rowIndexes = this.#roll(3) === 0 ? [row] : null
    const isUndisturbed = this.#roll(2) === 0
    if (name === 'run cells')
      this.engine.queue(selectCells(this.engine.graph, 's', [{ column: column.id, row }]))
    else {
      const request = {
        columnIds: name === 'run column' ? [column.id] : null,
        rowIndexes,
        states: name === 'run all' ? [] : null,
      }
      this.engine.queue(selectOperation(this.engine.graph, 's', request, rowCount))
    }
    this.#drain(isUndisturbed ? 0 : 4)
    this.check()
    if (name === 'run' && rowIndexes === null && isUndisturbed)
      for (const { id } of computed)
        for (const at of this.serial.rows.keys())
          assert.notEqual(this.engine.cell(id, at).status.state, 'STALE', `${id} ${at} after a whole run`)
  }

  /** Computes the queued cells of created columns, without a run of their sources. */
  #finishQueued(): void {
    this.#drain(0)
    this.check()
  }

  /** Runs queued cells in random order, with lost workers, cancels and changes in between. */
  #drain(disturbances: number): void {
    for (let pending = this.engine.pending(); pending.length > 0; pending = this.engine.pending()) {
      const { column, row } = pending[this.#roll(pending.length)] ?? pending[0]!
      const cells = this.engine.rows[row]!
      for (const each of [{ column, row }, ...pending])
        if (
          isPending(this.engine.cell(each.column, each.row)?.status.state ?? 'STALE') &&
          this.engine.tryStart(each.column, each.row)
        ) {
          const inputs = this.engine.inputs(each.column, each.row)
          const { generation } = this.engine.cell(each.column, each.row)
          const isLost = disturbances-- > 0 && this.#disturb()
          const cell = this.engine.rows[each.row]?.get(each.column)
          if (!isLost && cell?.generation === generation && isPending(cell.status.state))
            this.#finish(each.column, each.row, inputs)
          break
        }
      assert.equal(this.engine.rows[row], cells)
    }
  }

  #finish(column: string, row: number, inputs: readonly Json[]): void {
    const { formula } = this.serial.column(column)!
    const value: Json | undefined = formulas[formula as FormulaName](inputs)
    if (value !== undefined) this.serial.remember(column, row, value)
    this.engine.finish(column, row, value)
  }

  /** Makes a random disturbance. Returns true if the worker that computes the cell is lost. */
  #disturb(): boolean {
    const kind = this.#roll(8)
    if (kind === 2) this.#change('edit')
    if (kind === 3) this.#change('update')
    if (kind === 4) this.#change('rename')
    if (kind === 5) this.#change('delete column')
    if (kind === 6) this.#cancel()
    return kind === 1
  }

  #cancel(): void {
    const pending = this.engine.pending()
    for (const { column, row } of pending) this.engine.fire(column, row, 'cancel')
    for (const { column, row } of pending)
      if (this.engine.cell(column, row).status.state === 'COMPLETED') this.engine.keepUnchanged(column, row)
  }

  /** Adds the column to the engine. Returns the refusal, if any; the engine is then unchanged. */
  #adopt(column: SerialColumn, targets: string[], pins: readonly Dependency[] = []): Refusal | null {
    const before = this.#written.get(column.id)
    this.#written.set(column.id, { targets, pins })
    const graph = new Graph(this.serial.columns.map((column) => this.#engineColumn(column)))
    try {
      if (pins.length === 0) checkColumn(graph, column.id)
    } catch (error) {
      if (before) this.#written.set(column.id, before)
      else this.#written.delete(column.id)
      if (error instanceof Refusal) return error
      throw error
    }
    this.#written.get(column.id)!.pins = dependenciesOf(graph.sources(column.id))
    this.engine.adopt(graph, structureEffects(this.engine.graph, graph, true))
    return null
  }

  #engineColumn({ id, title, formula, readsRow }: SerialColumn): SheetColumn {
    const { targets, pins } = this.#written.get(id)!
    return {
      id,
      title,
      sheet: 's',
      rank: Number(id.slice(1)),
      kind: formula === null ? 'input' : 'computed',
      references: targets.map((target, position) => ({ key: 'sources', meta: { position }, target })),
      submitted: pins,
      seesRow: readsRow,
      acceptsFailed: false,
      seesTitles: readsRow || formula === 'list',
      system: false,
      definition: String(formula),
    }
  }
}

const showsTitles = ({ readsRow, formula }: SerialColumn): boolean => readsRow || formula === 'list'
const meaning = ({ formula, reads, readsRow }: SerialColumn): string =>
  JSON.stringify([formula, reads, readsRow])
