import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { begin, recalculate, untilQuiet } from './support/runs.ts'
import { done, emptySheet, type SheetClient } from './support/tables.ts'

/** More cells than one transaction queues. */
const rows = 1300

describe('runs too large to be queued at once', () => {
  let app: TestApp
  let sheet: SheetClient
  let text: string
  before(async () => {
    app = await startApp()
    sheet = await emptySheet(app.api)
    text = (await sheet.column('text')).id
    for (let start = 0; start < rows; start += 100)
      await sheet.add(Array.from({ length: 100 }, (_, at) => ({ [text]: 'x'.repeat((start + at) % 7) })))
    for (const [title, source] of [
      ['one', 'text'],
      ['two', 'one'],
      ['three', 'two'],
    ])
      await sheet.column(title!, 'COUNT', { source, type: 'chars' })
    await untilQuiet(sheet)
  })
  after(() => app.close())

  const all = { COMPLETED: rows * 3, STALE: 0, QUEUED: 0, DISPATCHED: 0, RUNNING: 0, FAILED: 0 }
  const counts = async () => (await sheet.counts()).status_counts

  it('compute every cell, and count each once', async () => {
    assert.deepEqual(await counts(), all)
    const operation = await recalculate(sheet, { statuses: [] })
    assert.deepEqual(
      [operation.status, operation.cell_count, operation.completed_count, operation.failed_count],
      ['completed', rows * 3, rows * 3, 0],
    )
    assert.deepEqual(await counts(), all)
    const [, one] = await sheet.columns()
    const shown = await sheet.shown(one.id)
    assert.deepEqual(
      shown,
      shown.map((_, row) => String(row % 7)),
    )
  })

  it('fall back to what they were when they are cancelled, wherever they were', async () => {
    const operation = await begin(sheet, { statuses: [] })
    const answer = done(await sheet.api.delete(operation.status_url), 200)
    const ended = done(await sheet.api.get(operation.status_url), 200).operation
    assert.deepEqual(await counts(), all)
    const nothing = done(await sheet.api.delete(operation.status_url), 200)
    assert.equal(nothing.cancelled_cell_count, 0)
    assert.ok(ended.status === 'cancelled' || answer.cancelled_cell_count === 0)
    assert.deepEqual(done(await sheet.api.get(operation.status_url), 200).operation, ended)
  })

  it('can be cancelled in some columns while they are still being queued', async () => {
    const [, , two, three] = await sheet.columns()
    const before = await sheet.cell(rows - 1, two.id)
    const operation = await begin(sheet, { statuses: [] })
    const part = `column_ids=${two.id}&column_ids=${three.id}`
    const answer = done(await sheet.api.delete(`${operation.status_url}?${part}`), 200)
    await untilQuiet(sheet)
    const ended = done(await sheet.api.get(operation.status_url), 200).operation
    assert.equal(ended.status, 'completed')
    assert.equal(ended.completed_count + answer.cancelled_cell_count, rows * 3)
    assert.deepEqual(await counts(), all)
    const after = await sheet.cell(rows - 1, two.id)
    assert.equal(after.display_value, before.display_value)
  })

  it('find the few cells that are stale among many', async () => {
    const [source] = await sheet.columns()
    const { cells } = (await sheet.rows())[700]
    done(await sheet.api.patch(`${sheet.path}/cells/${cells[source.id].id}`, { value: 'other' }), 200)
    assert.equal((await counts()).STALE, 3)
    const operation = await recalculate(sheet)
    assert.deepEqual([operation.cell_count, operation.completed_count], [3, 3])
    assert.deepEqual(await counts(), all)
  })

  it('store the cells of rows that were added meanwhile', async () => {
    await sheet.add([{ [text]: 'new' }, { [text]: 'newer' }])
    const operation = await recalculate(sheet)
    assert.equal(operation.completed_count, 6)
    const [, one] = await sheet.columns()
    assert.deepEqual((await sheet.shown(one.id)).slice(-2), ['3', '5'])
    assert.equal((await counts()).COMPLETED, rows * 3 + 6)
  })
})
