import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorker } from '../../src/server/app.ts'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite, startApp } from '../kit/app.ts'
import { begin, recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, refused, type SheetClient } from './support/tables.ts'

/** More cells than one transaction queues. */
const rows = 1300

describe('runs too large for one queueing transaction, before a worker has begun', () => {
  it('are counted as queued from the moment they are accepted', async () => {
    const app = await startApp({}, { role: 'api' })
    try {
      const sheet = await emptySheet(app.api)
      const text = (await sheet.column('text')).id
      for (let start = 0; start < 2600; start += 100)
        await sheet.add(Array.from({ length: 100 }, (_, index) => ({ [text]: `${start + index}` })))
      const assertPending = async (pending: number) => {
        const { status_counts, total_cells } = await sheet.counts()
        const listed = bodyOf(await app.api.get(`${sheet.path}/operations`))
        assert.deepEqual(listed.status_counts, status_counts)
        const { QUEUED, DISPATCHED, RUNNING } = status_counts
        assert.deepEqual(
          [listed.pending_count, QUEUED + DISPATCHED + RUNNING, total_cells],
          [pending, pending, 2600],
        )
      }
      const body = { title: 'length', type: 'COUNT', config: { source: 'text', type: 'chars' } }
      const { column: length, cells } = bodyOf(await app.api.post(`${sheet.path}/columns`, body))
      await assertPending(2600)
      assert.deepEqual(
        cells.map(({ row_index, status }: Record<string, unknown>) => [row_index, status]),
        Array.from({ length: 2600 }, (_, row) => [row, 'QUEUED']),
      )
      const working = createWorker(app.context)
      await untilQuiet(sheet)
      await working.stop()
      await assertPending(0)
      assert.equal((await sheet.counts()).status_counts.COMPLETED, 2600)
      await begin(sheet, { column_ids: [length.id], statuses: [] })
      await assertPending(2600)
    } finally {
      await app.close()
    }
  })
})

describe('runs whose cells no worker queues', () => {
  it('refuse the cancel of a part after a time', async () => {
    let offset = 0
    const app = await startApp({ now: () => Date.now() + offset }, { role: 'api' })
    try {
      const sheet = await emptySheet(app.api)
      const text = (await sheet.column('text')).id
      for (let start = 0; start < 2 * rows; start += 100)
        await sheet.add(Array.from({ length: 100 }, () => ({ [text]: 'x' })))
      const length = await sheet.column('length', 'COUNT', { source: 'text', type: 'chars' })
      const [{ status_url }] = bodyOf(await app.api.get(`${sheet.path}/operations`)).active_operations
      let isAnswered = false
      const cancel = app.api
        .delete(`${status_url}?column_ids=${length.id}`)
        .finally(() => (isAnswered = true))
      for (; !isAnswered; offset += 5_000) await sleep(20)
      const message = refused(await cancel, 503, 'busy')
      assert.match(message, /still being queued/)
    } finally {
      await app.close()
    }
  })
})

describe('runs too large for one queueing transaction', () => {
  const app = appOfSuite()
  let sheet: SheetClient
  let text: string
  before(async () => {
    sheet = await emptySheet(app.api)
    text = (await sheet.column('text')).id
    for (let start = 0; start < rows; start += 100)
      await sheet.add(
        Array.from({ length: 100 }, (_, index) => ({ [text]: 'x'.repeat((start + index) % 7) })),
      )
    for (const [title, source] of [
      ['one', 'text'],
      ['two', 'one'],
      ['three', 'two'],
    ])
      await sheet.column(title!, 'COUNT', { source, type: 'chars' })
    await untilQuiet(sheet)
  })

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
    const queued = await app.context.store.db
      .selectFrom('jobs')
      .select('id')
      .where('run', '=', operation.operation_id)
      .where('kind', '=', 'recalculate-cells')
      .execute()
    assert.deepEqual(queued, [], 'the cells were not queued before they were computed')
    const [, one] = await sheet.columns()
    const shown = await sheet.shown(one.id)
    assert.deepEqual(
      shown,
      shown.map((_, row) => String(row % 7)),
    )
  })

  it('return to their former state when they are cancelled, queued or not', async () => {
    const operation = await begin(sheet, { statuses: [] })
    const answer = bodyOf(await sheet.api.delete(operation.status_url))
    const ended = bodyOf(await sheet.api.get(operation.status_url)).operation
    assert.deepEqual(await counts(), all)
    const nothing = bodyOf(await sheet.api.delete(operation.status_url))
    assert.equal(nothing.cancelled_cell_count, 0)
    refused(await sheet.api.delete(`${sheet.path}/operations/unknown`), 404, 'not_found')
    assert.ok(ended.status === 'cancelled' || answer.cancelled_cell_count === 0)
    assert.deepEqual(bodyOf(await sheet.api.get(operation.status_url)).operation, ended)
  })

  it('can be cancelled in some columns while they are still being queued', async () => {
    const [, , two, three] = await sheet.columns()
    const before = await sheet.cell(rows - 1, two.id)
    const operation = await begin(sheet, { statuses: [] })
    const part = `column_ids=${two.id}&column_ids=${three.id}`
    const answer = bodyOf(await sheet.api.delete(`${operation.status_url}?${part}`))
    await untilQuiet(sheet)
    const ended = bodyOf(await sheet.api.get(operation.status_url)).operation
    assert.equal(ended.status, 'completed')
    assert.equal(ended.completed_count + answer.cancelled_cell_count, rows * 3)
    assert.deepEqual(await counts(), all)
    const after = await sheet.cell(rows - 1, two.id)
    assert.equal(after.display_value, before.display_value)
  })

  it('compute only the stale cells', async () => {
    const [source] = await sheet.columns()
    const { cells } = (await sheet.rows())[700]
    bodyOf(await sheet.api.patch(`${sheet.path}/cells/${cells[source.id].id}`, { value: 'other' }))
    assert.equal((await counts()).STALE, 3)
    const operation = await recalculate(sheet)
    assert.deepEqual([operation.cell_count, operation.completed_count], [3, 3])
    assert.deepEqual(await counts(), all)
  })

  it('store the cells of rows that were added later', async () => {
    await sheet.add([{ [text]: 'new' }, { [text]: 'newer' }])
    const operation = await recalculate(sheet)
    assert.equal(operation.completed_count, 6)
    const [, one] = await sheet.columns()
    assert.deepEqual((await sheet.shown(one.id)).slice(-2), ['3', '5'])
    assert.equal((await counts()).COMPLETED, rows * 3 + 6)
  })

  it('store no value of a text that is changed during the run', async () => {
    const [source, one, two, three] = await sheet.columns()
    const lengths = (at: string) => `${at}`.length
    const columns = [one.id, two.id, three.id]
    const ids = (await sheet.rows()).map(({ cells }) => cells[text].id)
    const operation = await begin(sheet, { statuses: [] })
    // The changed rows are in every batch: some are computed, others are pending.
    const changed = ids.filter((_, row) => row % 13 === 0)
    await Promise.all(
      changed.map(async (id, index) =>
        bodyOf(await sheet.api.patch(`${sheet.path}/cells/${id}`, { value: 'y'.repeat(index % 11) })),
      ),
    )
    await untilQuiet(sheet)
    const check = async () => {
      let stale = 0
      for (const { cells } of await sheet.rows()) {
        let expected = lengths(cells[source.id].display_value ?? '')
        for (const id of columns) {
          if (cells[id].status === 'STALE') {
            stale++
            break
          }
          assert.deepEqual([cells[id].status, cells[id].display_value], ['COMPLETED', String(expected)])
          expected = lengths(cells[id].display_value)
        }
      }
      return stale
    }
    // Cells whose texts changed before their portion was computed need no computation.
    if ((await check()) > 0) await recalculate(sheet)
    assert.equal(await check(), 0)
    const ended = bodyOf(await sheet.api.get(operation.status_url)).operation
    assert.equal(ended.status, 'completed')
    assert.deepEqual(await counts(), { ...all, COMPLETED: 3 * ids.length })
  })

  it('fail where a cell cannot be computed, and leave saved versions as they were', async () => {
    const [source] = await sheet.columns()
    const patterned = await sheet.column('found', 'JSON_PATH', { source: 'text', json_path: '$.a' })
    await untilQuiet(sheet)
    const before = await sheet.rows()
    const failed = before.filter(({ cells }) => cells[patterned.id].status === 'FAILED').length
    assert.ok(failed > 0)
    const saved = bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'before' }), 201).version
    const { cells } = before[1]
    bodyOf(
      await sheet.api.patch(`${sheet.path}/cells/${cells[source.id].id}`, { value: '{"a": "there"}' }),
      200,
    )
    const operation = await recalculate(sheet, { statuses: [] })
    assert.deepEqual(
      [operation.completed_count, operation.failed_count],
      [before.length * 4 - failed + 1, failed - 1],
    )
    const row = (await sheet.rows())[1]
    assert.deepEqual(
      [row.cells[patterned.id].status, row.cells[patterned.id].display_value],
      ['COMPLETED', 'there'],
    )
    const { snapshot } = bodyOf(await sheet.api.get(`${sheet.path}/versions/${saved.id}`)).version
    const savedRows = snapshot.rows
    assert.deepEqual(
      [cells[patterned.id].status, savedRows[1].cells[patterned.id].status],
      ['FAILED', 'FAILED'],
    )
  })

  it('become small runs when most rows are deleted, and compute the remaining rows', async () => {
    const left = 30
    const row_indices = Array.from({ length: rows - left }, (_, index) => index)
    const { row_count } = await sheet.read()
    bodyOf(await sheet.api.delete(`${sheet.path}/rows`, {}, { row_indices }))
    const code = { language: 'JAVASCRIPT', code: 'return data.one' }
    const slow = await sheet.column('slow', 'CODE_EXECUTION', code)
    await untilQuiet(sheet)
    const operation = await recalculate(sheet, { statuses: [] })
    const remaining = row_count - rows + left
    assert.deepEqual([operation.status, operation.cell_count], ['completed', 5 * remaining])
    const again = await recalculate(sheet, { statuses: [], column_ids: [slow.id] })
    assert.deepEqual([again.status, again.completed_count], ['completed', remaining])
  })
})
