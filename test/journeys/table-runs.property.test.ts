import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorker } from '../../src/server/app.ts'
import type { JobWorker } from '../../src/server/jobs/index.ts'
import { bodyOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

/** A column of the reference evaluator. */
interface ReferenceColumn {
  readonly id: string
  readonly title: string
  readonly reads: readonly string[]
  readonly compute: ((values: readonly (string | number | null)[]) => string | number | undefined) | null
  /** The title of the column in which a COUNT counts. */
  readonly counts?: string
}

const counted = {
  chars: ([value]) => String(value ?? '').length,
  words: ([value]) => String(value ?? '').match(/\S+/g)?.length ?? 0,
} satisfies Record<string, NonNullable<ReferenceColumn['compute']>>

/** A version, with the values that the sheet showed and should have had when it was saved. */
interface SavedVersion {
  readonly id: string
  readonly content: unknown
  readonly columns: readonly ReferenceColumn[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

const words = ['', 'a', 'bb', 'a bb', 'ccc', '12']
const sheets = 6
const actions = 20

/** In the first app, small runs end before the answer. The second one runs no jobs itself: a worker computes them. */
let synchronous: TestApp
let queueing: TestApp
let worker: JobWorker
before(async () => {
  synchronous = await startApp()
  queueing = await startApp({}, { role: 'api' })
  worker = createWorker(queueing.context)
})
after(async () => {
  await worker.stop()
  await Promise.all([synchronous.close(), queueing.close()])
})

/** A pseudorandom generator with a seed: mulberry32. */
function seededRandom(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

for (let seed = 1; seed <= sheets; seed++) {
  test(`random sheet ${seed} gives the values of a reference evaluator, and no cell stays pending`, async () => {
    await new RandomSheet(await emptySheet(queueing.api), seededRandom(seed)).play()
  })
  test(`random sheet ${seed} gives the same values where small runs end before the answer`, async () => {
    await new RandomSheet(await emptySheet(synchronous.api), seededRandom(seed)).play()
  })
}

class RandomSheet {
  readonly #sheet: SheetClient
  readonly #roll: (sides: number) => number
  #columns: readonly ReferenceColumn[] = []
  #rows: readonly Readonly<Record<string, string>>[] = []
  readonly #saved: SavedVersion[] = []

  constructor(sheet: SheetClient, roll: (sides: number) => number) {
    this.#sheet = sheet
    this.#roll = roll
  }

  async play() {
    for (const title of ['x', 'y'])
      this.#add({ id: (await this.#sheet.column(title)).id, title, reads: [], compute: null })
    await this.#addRows(3)
    for (let step = 0; step < actions; step++) {
      const action = this.#roll(11)
      if (action === 0) await this.#addRows(1 + this.#roll(3))
      else if (action === 1) await this.#deleteRow()
      else if (action === 2) await this.#createColumn(step)
      else if (action === 3) await this.#run()
      else if (action === 4) await Promise.all([this.#edit(), this.#run(), this.#edit()])
      else if (action === 5) await this.#save()
      else if (action === 6) await this.#restore()
      else if (action === 7) await this.#change()
      else if (action === 8) await this.#cancel()
      else if (action === 9) await this.#runWhole()
      else await this.#edit()
    }
    await this.#sheet.api.post(`${this.#sheet.path}/operations`, { statuses: ['STALE', 'FAILED'] })
    await untilQuiet(this.#sheet)
    await this.#check()
    await this.#checkVersions()
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#roll(items.length)]!
  }

  #add(column: ReferenceColumn) {
    this.#columns = [...this.#columns, column]
  }

  async #addRows(count: number) {
    const inputs = this.#columns.filter(({ compute }) => !compute)
    const values = Array.from({ length: count }, () =>
      Object.fromEntries(inputs.map(({ id }) => [id, this.#pick(words)])),
    )
    await this.#sheet.add(values)
    this.#rows = [...this.#rows, ...values]
  }

  async #deleteRow() {
    if (this.#rows.length < 2) return
    const row = this.#roll(this.#rows.length)
    bodyOf(await this.#sheet.api.delete(`${this.#sheet.path}/rows`, {}, { row_indices: [row] }))
    this.#rows = this.#rows.toSpliced(row, 1)
  }

  async #edit() {
    const row = this.#roll(this.#rows.length)
    const { id } = this.#pick(this.#columns.filter(({ compute }) => !compute))
    const value = this.#pick(words)
    bodyOf(await this.#sheet.write(row, id, { value }))
    this.#rows = this.#rows.with(row, { ...this.#rows[row], [id]: value })
  }

  async #createColumn(step: number) {
    const title = `c${step}`
    const [a, b] = [this.#pick(this.#columns), this.#pick(this.#columns)]
    const kind = this.#roll(3)
    if (kind === 0) {
      const column = await this.#sheet.column(title, 'COUNT', { source: a.title, type: 'chars' })
      this.#add({ id: column.id, title, reads: [a.id], compute: counted.chars, counts: a.title })
    } else if (kind === 1) {
      const config = { sources: [a.title], operator: 'gt', value: 1 }
      const column = await this.#sheet.column(title, 'MATH_OPERATOR', config)
      const compute: ReferenceColumn['compute'] = ([value]) => {
        const text = String(value ?? '').trim()
        return text === '' || text === 'true' || text === 'false' || Number.isNaN(Number(text))
          ? undefined
          : String(Number(text) > 1)
      }
      this.#add({ id: column.id, title, reads: [a.id], compute })
    } else if (a.id !== b.id) {
      const column = await this.#sheet.column(title, 'COALESCE', { sources: [a.title, b.title] })
      this.#add({
        id: column.id,
        title,
        reads: [a.id, b.id],
        // Empty text is a value, and there are no nulls here.
        compute: ([one]) => one!,
      })
    }
  }

  /** Starts a run and does not wait for its end, so that the next step happens during the run. */
  async #run() {
    const statuses = this.#pick([['STALE'], [], ['FAILED', 'STALE']])
    const answer = await this.#sheet.api.post(`${this.#sheet.path}/operations`, { statuses })
    assert.ok([200, 202].includes(answer.status))
  }

  /** Without concurrent changes, a run of stale cells leaves no stale cell. */
  async #runWhole() {
    await untilQuiet(this.#sheet)
    await this.#sheet.api.post(`${this.#sheet.path}/operations`, {})
    const counts = await untilQuiet(this.#sheet)
    assert.equal(counts['STALE'], 0, JSON.stringify(counts))
  }

  async #check() {
    const rows = await this.#sheet.rows()
    assert.equal(rows.length, this.#rows.length)
    for (const [index, { cells }] of rows.entries())
      for (const column of this.#columns) {
        const expected = this.#value(column, index)
        const { status, display_value: shown, error } = cells[column.id]
        const title = `${column.title} ${index}: ${status} ${error}`
        if (expected === undefined) assert.equal(status, 'FAILED', title)
        else assert.deepEqual([status, shown ?? ''], ['COMPLETED', String(expected)], title)
      }
  }

  async #change() {
    const column = this.#columns.findLast(({ counts }) => counts !== undefined)
    if (!column) return
    const type = this.#pick(['chars', 'words'] as const)
    const config = { source: column.counts, type }
    bodyOf(await this.#sheet.api.patch(`${this.#sheet.path}/columns/${column.id}`, { config }))
    this.#columns = this.#columns.map((one) => (one === column ? { ...column, compute: counted[type] } : one))
  }

  async #cancel() {
    const { status, body } = await this.#sheet.api.post(`${this.#sheet.path}/operations`, { statuses: [] })
    if (status === 202) bodyOf(await this.#sheet.api.delete(body.status_url))
  }

  async #save() {
    await untilQuiet(this.#sheet)
    const content = contentOf(await this.#sheet.rows())
    const { version } = bodyOf(
      await this.#sheet.api.post(`${this.#sheet.path}/versions`, { name: 'saved' }),
      201,
    )
    this.#saved.push({ id: version.id, content, columns: this.#columns, rows: this.#rows })
  }

  async #restore() {
    if (this.#saved.length === 0) return
    const { id: source_version_id, content, columns, rows } = this.#pick(this.#saved)
    const { status } = await this.#sheet.api.post(`${this.#sheet.path}/versions`, { source_version_id })
    // 400: the sheet has not changed since the version.
    assert.ok(status === 201 || status === 400)
    if (status === 201) assert.deepEqual(contentOf(await this.#sheet.rows()), content)
    this.#columns = columns
    this.#rows = rows
  }

  async #checkVersions() {
    for (const { id, content } of this.#saved) {
      const { version } = bodyOf(await this.#sheet.api.get(`${this.#sheet.path}/versions/${id}`))
      assert.deepEqual(contentOf(version.snapshot.rows), content)
    }
  }

  #value(column: ReferenceColumn, row: number): string | number | undefined {
    if (!column.compute) return this.#rows[row]![column.id] ?? ''
    const values = column.reads.map((id) =>
      this.#value(this.#columns.find((column) => column.id === id)!, row),
    )
    return values.includes(undefined) ? undefined : column.compute(values as string[])
  }
}

type CellContent = Readonly<Record<'status' | 'display_value' | 'error_message', string | null>>

/** Contents of cells; empty for cells that were never computed. */
const contentOf = (rows: readonly { cells: Readonly<Record<string, CellContent>> }[]) =>
  rows.map(({ cells }) =>
    Object.entries(cells)
      .map(([id, { status, display_value, error_message }]) => [id, status, display_value, error_message])
      .filter(([, status, shown, message]) => status !== 'STALE' || shown !== null || message !== null)
      .toSorted(([left], [right]) => (left! < right! ? -1 : 1)),
  )
