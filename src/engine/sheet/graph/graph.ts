import { sourceProblem } from './check.ts'
import { components, shortestCycle } from './components.ts'
import type { SheetColumn, Source } from './sheet-column.ts'
import { sourcesOf } from './sources.ts'
import { Titles } from './titles.ts'

/** A column downstream of another. `rows`: the same rows as the origin, or all rows. */
export interface DownstreamColumn {
  readonly column: string
  readonly rows: 'same' | 'all'
}

/**
 * Columns of one sheet, or of sheets that mirror each other, with their sources. The constructor never throws:
 * unresolved sources have a `problem`, and columns that read themselves are in `cycles`, so that the rest of
 * a broken sheet still computes. `check.ts` refuses such columns on write.
 */
export class Graph {
  /** Sorted by sheet and position. */
  readonly columns: readonly SheetColumn[]
  /** Ids in topological order; members of a cycle are adjacent. */
  readonly order: readonly string[]
  /** Each cycle as ids from a column back to itself. */
  readonly cycles: readonly (readonly string[])[]
  readonly #byId: ReadonlyMap<string, SheetColumn>
  readonly #sources: ReadonlyMap<string, readonly Source[]>
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #readers: readonly (readonly number[])[]
  readonly #inCycle: ReadonlySet<string>
  readonly #downstream = new Map<string, readonly DownstreamColumn[]>()

  constructor(columns: Iterable<SheetColumn>) {
    this.columns = [...columns].sort(byPosition)
    this.#byId = new Map(this.columns.map((column) => [column.id, column]))
    this.#indexOf = new Map(this.columns.map(({ id }, index) => [id, index]))
    const titles = new Titles(this.columns)
    this.#sources = new Map(this.columns.map((column) => [column.id, sourcesOf(column, titles, this.#byId)]))
    this.#readers = this.#findReaders()
    const groups = components(this.#readers).reverse()
    this.order = groups.flat().map((index) => this.columns[index]!.id)
    const cyclicGroups = groups.filter(
      (group) => group.length > 1 || this.#readers[group[0]!]!.includes(group[0]!),
    )
    this.#inCycle = new Set(cyclicGroups.flat().map((index) => this.columns[index]!.id))
    this.cycles = cyclicGroups.map((group) =>
      shortestCycle(this.#readers, group).map((index) => this.columns[index]!.id),
    )
  }

  find(id: string): SheetColumn | undefined {
    return this.#byId.get(id)
  }

  /** Sources in the order of the column's references, then submitted dependencies without a reference. */
  sources(id: string): readonly Source[] {
    return this.#sources.get(id) ?? []
  }

  /** Columns to the left in the same sheet, without system columns. */
  left(id: string): SheetColumn[] {
    const column = this.#byId.get(id)
    if (!column) return []
    return this.columns.filter(
      (other) => other.sheet === column.sheet && !other.system && byPosition(other, column) < 0,
    )
  }

  /**
   * Ids of all columns that a column reads directly, without repeats: its sources, and all columns to its
   * left if it reads the row.
   */
  inputs(id: string): string[] {
    const sourceIds = this.sources(id).flatMap(({ column }) => (column === null ? [] : [column]))
    const left = this.#byId.get(id)?.seesRow ? this.left(id).map((column) => column.id) : []
    return [...new Set([...sourceIds, ...left])]
  }

  /** Ids of the columns that read this one directly. */
  readers(id: string): string[] {
    return (this.#readers[this.#indexOf.get(id) ?? -1] ?? []).map((index) => this.columns[index]!.id)
  }

  isInCycle(id: string): boolean {
    return this.#inCycle.has(id)
  }

  /**
   * All columns that depend on this one, in topological order. A column that cannot run is left out: its cells
   * fail whatever its inputs are.
   */
  downstream(id: string): readonly DownstreamColumn[] {
    const cached = this.#downstream.get(id)
    if (cached) return cached
    const reached = new Map<string, DownstreamColumn['rows']>()
    const queue = [id]
    for (const from of queue) {
      for (const to of this.readers(from)) {
        if (sourceProblem(this, to) !== null) continue
        const reachesAllRows = this.#byId.get(to)!.kind === 'aggregate' || reached.get(from) === 'all'
        const rows = reachesAllRows ? 'all' : 'same'
        if (reached.get(to) === 'all' || reached.get(to) === rows) continue
        reached.set(to, rows)
        queue.push(to)
      }
    }
    const inOrder = this.order.flatMap((column) => {
      const rows = reached.get(column)
      return rows ? [{ column, rows }] : []
    })
    this.#downstream.set(id, inOrder)
    return inOrder
  }

  /** All columns that this one depends on, in topological order. */
  upstream(id: string): string[] {
    const needed = new Set(this.inputs(id))
    for (const column of needed) for (const input of this.inputs(column)) needed.add(input)
    return this.order.filter((column) => needed.has(column))
  }

  #findReaders(): number[][] {
    const readers: number[][] = this.columns.map(() => [])
    for (const [index, { id }] of this.columns.entries())
      for (const input of this.inputs(id)) readers[this.#indexOf.get(input)!]!.push(index)
    return readers
  }
}

function byPosition(a: SheetColumn, b: SheetColumn): number {
  if (a.sheet !== b.sheet) return a.sheet < b.sheet ? -1 : 1
  if (a.rank !== b.rank) return a.rank - b.rank
  return a.id < b.id ? -1 : Number(a.id > b.id)
}
