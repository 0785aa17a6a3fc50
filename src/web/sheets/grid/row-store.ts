import type { Answer } from '../../api/index.ts'

export type Row = Answer<'listRows'>['data'][number]
export type Cell = Row['cells'][string]

export const rowsPerPage = 100
/** Maximum number of cells in memory. A row takes about 1 kB. */
const maxCells = 60_000
/** Maximum number of concurrent fetches. During fast scrolling, pages that have left the view are skipped. */
const maxFetches = 4

interface Page {
  readonly rows: readonly Row[]
  readonly round: number
}

/** A written value that is shown until the server has answered. */
export interface PendingValue {
  readonly row: number
  readonly column: string
  readonly value: unknown
}

type Listener = () => void

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * The visited rows of a sheet, by pages. Listeners subscribe to single rows and are called once a frame, so
 * that a change renders only the rows that it affects.
 */
export class RowStore {
  readonly #load: (start: number) => Promise<readonly Row[]>
  readonly #onProblem: (error: Error) => void
  readonly #pages = new Map<number, Page>()
  readonly #loading = new Map<number, Promise<readonly Row[]>>()
  readonly #pending = new Map<string, PendingValue>()
  readonly #listeners = new Map<number, Set<Listener>>()
  readonly #versions = new Map<number, number>()
  readonly #changedRows = new Set<number>()
  #round = 0
  #shown = { first: 0, last: 0 }
  #frame = 0

  constructor(load: (start: number) => Promise<readonly Row[]>, onProblem: (error: Error) => void) {
    this.#load = load
    this.#onProblem = onProblem
  }

  row(index: number): Row | undefined {
    return this.#pages.get(pageOf(index))?.rows[index % rowsPerPage]
  }

  cell(index: number, column: string): Cell | undefined {
    return this.row(index)?.cells[column]
  }

  /** The written value that replaces the stored one until the server has answered. */
  pending(index: number, column: string): PendingValue | undefined {
    return this.#pending.get(`${index} ${column}`)
  }

  /** The text of a cell. */
  text(index: number, column: string): string {
    const row = this.row(index)
    const pending = this.pending(index, column)
    return row ? this.textOf(row, column) : pending ? textOf(pending.value) : ''
  }

  /** As `text`, for a row that may have been dropped from the store. */
  textOf({ row_index, cells }: Row, column: string): string {
    const pending = this.pending(row_index, column)
    return pending ? textOf(pending.value) : (cells[column]?.display_value ?? '')
  }

  /** Fetches visible rows that are missing, or older than the last refresh. */
  show(first: number, last: number): void {
    this.#shown = { first, last }
    for (let page = pageOf(Math.max(0, first)); page <= pageOf(Math.max(0, last)); page++)
      if (this.#pages.get(page)?.round !== this.#round && !this.#loading.has(page)) {
        if (this.#loading.size >= maxFetches) return
        this.#fetch(page).catch(this.#onProblem)
      }
  }

  /** Marks all rows as outdated; they stay visible until they are fetched again. */
  refresh(): void {
    this.#round += 1
    this.show(this.#shown.first, this.#shown.last)
  }

  /** The rows, if all of them are loaded and current. */
  current(first: number, last: number): readonly Row[] | null {
    const rows: Row[] = []
    for (let index = first; index <= last; index++) {
      const row = this.#currentPage(pageOf(index))?.rows[index % rowsPerPage]
      if (!row) return null
      rows.push(row)
    }
    return rows
  }

  /** Fetches rows outside the view too; returns fewer at the end of the sheet. */
  async read(first: number, last: number): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = pageOf(first); page <= pageOf(last); page++) {
      const loaded = this.#currentPage(page)?.rows ?? (await this.#fetch(page))
      const start = page * rowsPerPage
      rows.push(...loaded.slice(Math.max(0, first - start), Math.max(0, last - start + 1)))
    }
    return rows
  }

  /** Current rows, fetched if needed. */
  async reread(first: number, last: number): Promise<Row[]> {
    this.#round += 1
    for (let page = pageOf(first); page <= pageOf(last); page++) await this.#fetch(page)
    return this.read(first, last)
  }

  /** Shows values at once. The returned function stores the server's values, or restores the earlier values. */
  showPending(values: readonly PendingValue[]): (isAccepted: boolean) => void {
    for (const pendingValue of values) {
      this.#pending.set(`${pendingValue.row} ${pendingValue.column}`, pendingValue)
      this.#markChanged(pendingValue.row)
    }
    return (isAccepted) => {
      for (const pendingValue of values) {
        const key = `${pendingValue.row} ${pendingValue.column}`
        if (this.#pending.get(key) === pendingValue) this.#pending.delete(key)
        if (isAccepted) this.#apply(pendingValue)
        this.#markChanged(pendingValue.row)
      }
    }
  }

  /** Replaces a cell of a loaded row. */
  updateCell(index: number, column: string, change: Partial<Cell>): void {
    const cells = this.row(index)?.cells as Record<string, Cell> | undefined
    const cell = cells?.[column]
    if (!cells || !cell) return
    cells[column] = { ...cell, ...change }
    this.#markChanged(index)
  }

  subscribe(index: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(index) ?? new Set()
    this.#listeners.set(index, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      this.#listeners.delete(index)
      this.#versions.delete(index)
    }
  }

  version(index: number): number {
    return this.#versions.get(index) ?? 0
  }

  /**
   * The loaded page, unless it is outdated. A page in view counts as current, because `show` refetches it.
   */
  #currentPage(page: number): Page | undefined {
    const loadedPage = this.#pages.get(page)
    const isInView = page >= pageOf(this.#shown.first) && page <= pageOf(this.#shown.last)
    return loadedPage && (isInView || loadedPage.round === this.#round) ? loadedPage : undefined
  }

  #apply({ row, column, value }: PendingValue): void {
    const cells = this.row(row)?.cells as Record<string, Cell> | undefined
    const cell = cells?.[column]
    if (!cells || !cell) return
    const display_value = value === null ? null : textOf(value)
    cells[column] = { ...cell, value: value === null ? null : { value }, display_value }
  }

  #fetch(page: number): Promise<readonly Row[]> {
    const fetching = this.#fetchNow(page, this.#round)
    this.#loading.set(page, fetching)
    const end = () => {
      if (this.#loading.get(page) === fetching) this.#loading.delete(page)
    }
    fetching.then(() => {
      end()
      // The view may have moved meanwhile, or a refresh may have made this answer outdated.
      this.show(this.#shown.first, this.#shown.last)
    }, end)
    return fetching
  }

  async #fetchNow(page: number, round: number): Promise<readonly Row[]> {
    const rows = await this.#load(page * rowsPerPage)
    if ((this.#pages.get(page)?.round ?? 0) > round) return rows
    this.#pages.set(page, { rows, round })
    this.#dropDistantPages()
    for (let index = 0; index < rowsPerPage; index++) this.#markChanged(page * rowsPerPage + index)
    return rows
  }

  /** Drops pages above the limit, those farthest from the view first. */
  #dropDistantPages(): void {
    const middle = (pageOf(this.#shown.first) + pageOf(this.#shown.last)) / 2
    const farthest = [...this.#pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
    const cellsOf = ({ rows }: Page) => rows.length * Object.keys(rows[0]?.cells ?? {}).length
    let cells = [...this.#pages.values()].reduce((sum, page) => sum + cellsOf(page), 0)
    for (const page of farthest) {
      if (cells <= maxCells || Math.abs(page - middle) <= 2) return
      cells -= cellsOf(this.#pages.get(page)!)
      this.#pages.delete(page)
    }
  }

  #markChanged(index: number): void {
    if (!this.#listeners.has(index)) return
    this.#changedRows.add(index)
    this.#frame ||= requestAnimationFrame(() => this.#notifyListeners())
  }

  #notifyListeners(): void {
    this.#frame = 0
    const changedRows = [...this.#changedRows]
    this.#changedRows.clear()
    for (const index of changedRows) {
      const listeners = this.#listeners.get(index)
      if (!listeners) continue
      this.#versions.set(index, this.version(index) + 1)
      for (const listener of listeners) listener()
    }
  }
}

const pageOf = (index: number): number => Math.floor(index / rowsPerPage)
