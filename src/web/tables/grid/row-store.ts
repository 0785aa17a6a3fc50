import type { Answer } from '../../api/index.ts'

export type Row = Answer<'listRows'>['data'][number]
export type Cell = Row['cells'][string]

export const rowsPerPage = 100
const mostPages = 60

interface Page {
  readonly rows: readonly Row[]
  readonly round: number
}

/** What is written in a cell while the server has not answered yet. */
interface Offer {
  readonly text: string
}

type Listener = () => void

/**
 * Rows of a sheet as far as they have been looked at, by pages. Listeners hang at single rows and are told once a
 * frame, so a change draws only the rows in view that it touches.
 */
export class RowStore {
  readonly #load: (start: number) => Promise<readonly Row[]>
  readonly #onProblem: (error: Error) => void
  readonly #pages = new Map<number, Page>()
  readonly #loading = new Set<number>()
  readonly #offers = new Map<string, Offer>()
  readonly #listeners = new Map<number, Set<Listener>>()
  readonly #versions = new Map<number, number>()
  readonly #touched = new Set<number>()
  #round = 0
  #shown = { first: 0, last: 0 }
  #frame = 0

  constructor(load: (start: number) => Promise<readonly Row[]>, onProblem: (error: Error) => void) {
    this.#load = load
    this.#onProblem = onProblem
  }

  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / rowsPerPage))?.rows[index % rowsPerPage]
  }

  cell(index: number, column: string): Cell | undefined {
    return this.row(index)?.cells[column]
  }

  /** What stands in the place of the cell's own text until the server has taken it. */
  offered(index: number, column: string): string | undefined {
    return this.#offers.get(`${index} ${column}`)?.text
  }

  /** Loads what is in view and not there, or older than the last refresh. */
  show(first: number, last: number): void {
    this.#shown = { first, last }
    const lastPage = Math.floor(Math.max(0, last) / rowsPerPage)
    for (let page = Math.floor(Math.max(0, first) / rowsPerPage); page <= lastPage; page++)
      if (this.#pages.get(page)?.round !== this.#round && !this.#loading.has(page)) void this.#fetch(page)
  }

  /** Everything may have changed; what was loaded stays until its successor is there. */
  refresh(): void {
    this.#round += 1
    this.show(this.#shown.first, this.#shown.last)
  }

  /** Shows a text at once. The answer says whether it stays: the written cell, or null to take it back. */
  offer(index: number, column: string, text: string): (written: Cell | null) => void {
    const key = `${index} ${column}`
    const offer = { text }
    this.#offers.set(key, offer)
    this.#touch(index)
    return (written) => {
      if (this.#offers.get(key) === offer) this.#offers.delete(key)
      const row = this.row(index)
      if (written && row) (row.cells as Record<string, Cell>)[column] = written
      this.#touch(index)
    }
  }

  /** A cell as it has become, where its row is loaded. */
  put(index: number, column: string, change: Partial<Cell>): void {
    const cells = this.row(index)?.cells as Record<string, Cell> | undefined
    const cell = cells?.[column]
    if (!cells || !cell) return
    cells[column] = { ...cell, ...change }
    this.#touch(index)
  }

  subscribe(index: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(index) ?? new Set()
    this.#listeners.set(index, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(index)
    }
  }

  version(index: number): number {
    return this.#versions.get(index) ?? 0
  }

  async #fetch(page: number): Promise<void> {
    const round = this.#round
    this.#loading.add(page)
    try {
      const rows = await this.#load(page * rowsPerPage)
      this.#pages.delete(page)
      this.#pages.set(page, { rows, round })
      this.#forget()
      for (let index = 0; index < rowsPerPage; index++) this.#touch(page * rowsPerPage + index)
    } catch (error) {
      this.#onProblem(error as Error)
      return
    } finally {
      this.#loading.delete(page)
    }
    // It was overtaken by a refresh on its way.
    if (round !== this.#round) this.show(this.#shown.first, this.#shown.last)
  }

  /** The pages that came first go first. */
  #forget(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) return
      this.#pages.delete(page)
    }
  }

  #touch(index: number): void {
    if (!this.#listeners.has(index)) return
    this.#touched.add(index)
    this.#frame ||= requestAnimationFrame(() => this.#tell())
  }

  #tell(): void {
    this.#frame = 0
    const touched = [...this.#touched]
    this.#touched.clear()
    for (const index of touched) {
      this.#versions.set(index, this.version(index) + 1)
      for (const listener of this.#listeners.get(index) ?? []) listener()
    }
  }
}
