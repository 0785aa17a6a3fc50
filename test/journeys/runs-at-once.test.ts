import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

describe('runs of a few cheap cells', () => {
  let app: TestApp
  let withoutWorker: TestApp
  before(async () => {
    app = await startApp()
    // Queued cells stay queued, because no worker runs.
    await app.worker!.stop()
    withoutWorker = await startApp({}, { role: 'api' })
  })
  after(() => Promise.all([app.close(), withoutWorker.close()]))

  /** Rows of a text, its length, whether the length exceeds 3, and a column that cannot be computed from it. */
  const sheetOf = async ({ api }: TestApp, ...texts: string[]) => {
    const sheet = await emptySheet(api)
    const text = await sheet.column('text')
    const chars = await sheet.column('chars', 'COUNT', { source: 'text', type: 'chars' })
    const more = await sheet.column('more', 'MATH_OPERATOR', { sources: ['chars'], operator: 'gt', value: 3 })
    const none = await sheet.column('none', 'MATH_OPERATOR', { sources: ['text'], operator: 'gt', value: 3 })
    if (texts.length > 0) await sheet.add(texts.map((value) => ({ [text.id]: value })))
    return { sheet, text, chars, more, none }
  }
  const run = async (sheet: SheetClient, body: object) =>
    bodyOf(await sheet.api.post(`${sheet.path}/operations`, body), 202)
  const operationOf = async (sheet: SheetClient, { status_url }: { status_url: string }) =>
    bodyOf(await sheet.api.get(status_url)).operation

  it('are complete when the call is answered, without a job', async () => {
    const { sheet, text, chars, more, none } = await sheetOf(app, 'four', 'a')
    const answer = await run(sheet, { row_ids: [0] })
    assert.deepEqual([answer.cell_count, answer.virtual_cell_count], [3, 3])
    const shown = answer.cells.map(
      ({ column_id, row_index, status, display_value }: Record<string, unknown>) => [
        column_id,
        row_index,
        status,
        display_value,
      ],
    )
    assert.deepEqual(shown, [
      [chars.id, 0, 'COMPLETED', '4'],
      [more.id, 0, 'COMPLETED', 'true'],
      [none.id, 0, 'FAILED', null],
    ])
    const operation = await operationOf(sheet, answer)
    const { status, completed_count, failed_count, pending_count } = operation
    assert.deepEqual([status, completed_count, failed_count, pending_count], ['completed', 2, 1, 0])
    assert.deepEqual(await sheet.shown(more.id), ['true', null])
    assert.deepEqual((await sheet.counts()).status_counts.STALE, 3)

    const { stale_count } = bodyOf(await sheet.write(0, text.id, { value: '12' }))
    assert.equal(stale_count, 3)
    const again = await run(sheet, { row_ids: [0] })
    assert.deepEqual([again.cell_count, again.virtual_cell_count], [3, 0])
    assert.deepEqual((await operationOf(sheet, again)).completed_count, 3)
    const [row] = await sheet.rows()
    assert.deepEqual(
      [chars, more, none].map(({ id }) => row.cells[id].display_value),
      ['2', 'false', 'true'],
    )
    const nothing = bodyOf(await sheet.api.post(`${sheet.path}/operations`, { row_ids: [0] }))
    assert.equal(nothing.cell_count, 0)
  })

  it('compute single cells too, with the cells of their rows that they need', async () => {
    const { sheet, more } = await sheetOf(app, 'four')
    const { id } = await sheet.cell(0, more.id)
    const answer = bodyOf(await sheet.api.post(`${sheet.path}/cells/${id}/recalculations`, {}), 202)
    assert.equal(answer.cell_count, 2)
    const cell = await sheet.cell(0, more.id)
    assert.deepEqual(
      [cell.status, cell.display_value, cell.execution_id],
      ['COMPLETED', 'true', answer.execution_id],
    )
    const both = { cell_ids: [id] }
    const second = bodyOf(await sheet.api.post(`${sheet.path}/cells/recalculations`, both), 202)
    assert.deepEqual([second.cell_count, second.selected_cell_count], [1, 1])
    assert.equal((await sheet.counts()).status_counts.QUEUED, 0)
  })

  it('are reported to clients that watch the sheet, like other runs', async () => {
    const { sheet, more } = await sheetOf(app, 'four')
    const { version_count } = await sheet.read()
    const answer = await run(sheet, { column_ids: [more.id] })
    const notes = await app.context.store.db
      .selectFrom('sheet_changes')
      .innerJoin('sheets', 'sheets.number', 'sheet_changes.sheet')
      .select('sheet_changes.notes')
      .where('sheets.id', '=', sheet.id)
      .where('sheet_changes.change', '>', version_count)
      .execute()
    assert.equal(notes.length, 1)
    const changes = JSON.parse(`[${notes[0]!.notes}]`) as { columns?: number[]; operation?: string }[]
    assert.deepEqual(
      changes.flatMap(({ operation }) => operation ?? []),
      [answer.operation_id],
    )
    assert.equal(changes.flatMap((event) => event.columns ?? []).length, 2)
  })

  it('are in the audit log with their answers, like the changes of cells before them', async () => {
    const { sheet, text } = await sheetOf(app, 'four')
    const { id } = await sheet.cell(0, text.id)
    const patched = bodyOf(await sheet.api.patch(`${sheet.path}/cells/${id}`, { value: 'fourteen' }))
    const written = bodyOf(
      await sheet.api.patch(`${sheet.path}/cells`, { cells: [{ cell_id: id, value: 'fifteen' }] }),
      200,
    )
    const ran = await run(sheet, {})
    const events = await app.context.store.db
      .selectFrom('audit_events')
      .select('after')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    assert.deepEqual(
      events.map(({ after }) => JSON.parse(after!)),
      [ran, written, patched],
    )
  })

  it('follow changes whose audit events have the cell before the change as the API shows it', async () => {
    const { sheet, text } = await sheetOf(app, 'four')
    const answers = await sheet.column('answers', 'HUMAN', { data_type: 'text' })
    const auditedChanges = async () => {
      const events = app.context.store.db.selectFrom('audit_events').select('before').orderBy('id', 'desc')
      return JSON.parse((await events.executeTakeFirstOrThrow()).before)
    }
    for (const column of [text, answers]) {
      const path = `${sheet.path}/cells/${(await sheet.cell(0, column.id)).id}`
      for (const value of ['first', { nested: ['second'] }, null, 'third']) {
        if (column === answers && typeof value === 'object' && value !== null) continue
        const shown = bodyOf(await sheet.api.get(path))
        bodyOf(await sheet.api.patch(path, { value }))
        assert.deepEqual(await auditedChanges(), shown)
      }
    }
  })

  it('do not change the readers of a cell that fails again', async () => {
    const { sheet, text, none } = await sheetOf(app)
    const after = await sheet.column('after', 'COUNT', { source: 'none', type: 'chars' })
    await sheet.add([{ [text.id]: 'four' }])
    const states = async () => {
      const cells = [none, after].map(async ({ id }) => (await sheet.cell(0, id)).status)
      return Promise.all(cells)
    }
    await run(sheet, {})
    assert.deepEqual(await states(), ['FAILED', 'FAILED'])
    await run(sheet, { column_ids: [none.id], statuses: ['FAILED'] })
    assert.deepEqual(await states(), ['FAILED', 'FAILED'])
    bodyOf(await sheet.write(0, text.id, { value: 'five' }))
    assert.deepEqual(await states(), ['STALE', 'STALE'])
    await run(sheet, { column_ids: [none.id] })
    assert.deepEqual(await states(), ['FAILED', 'STALE'])
  })

  it('skip cells that await a person and do not count them, so that clients stop polling', async () => {
    const sheet = await emptySheet(app.api)
    const rating = await sheet.column('rating', 'HUMAN', { data_type: 'number' })
    const good = await sheet.column('good', 'MATH_OPERATOR', {
      sources: ['rating'],
      operator: 'gt',
      value: 3,
    })
    const length = await sheet.column('length', 'COUNT', { source: 'good', type: 'chars' })
    await sheet.add([{}, {}, {}])
    const counted = async () => {
      const { total_cells, status_counts } = await sheet.counts()
      return [total_cells, status_counts.STALE, status_counts.COMPLETED]
    }
    assert.deepEqual(await counted(), [0, 0, 0])
    bodyOf(await sheet.write(1, rating.id, { value: 4 }))
    assert.deepEqual(await counted(), [3, 2, 1])
    const operation = await operationOf(sheet, await run(sheet, {}))
    assert.deepEqual([operation.status, operation.status_counts.STALE], ['completed', 4])
    assert.match(operation.message, /^4 cells were not computed: /)
    assert.deepEqual(await counted(), [3, 0, 3])
    assert.deepEqual(await sheet.shown(good.id), [null, 'true', null])
    assert.deepEqual(await sheet.shown(length.id), [null, '4', null])
    bodyOf(await sheet.write(1, rating.id, { value: null }))
    assert.deepEqual(await counted(), [0, 0, 0])
  })

  it('are queued if a cell waits for another run, and if there are many', async () => {
    const { sheet, text, chars, more, none } = await sheetOf(app)
    const waiting = await sheet.column('waiting', 'COUNT', { source: 'more', type: 'chars' })
    for (let call = 0; call < 2; call++)
      await sheet.add(Array.from({ length: 60 }, () => ({ [text.id]: 'four' })))
    const many = await run(sheet, { column_ids: [chars.id, more.id] })
    assert.deepEqual([many.cell_count, (await operationOf(sheet, many)).status], [240, 'queued'])
    const few = await run(sheet, { row_ids: [0], column_ids: [none.id] })
    assert.equal((await operationOf(sheet, few)).status, 'completed')
    const later = await run(sheet, { row_ids: [0], column_ids: [waiting.id] })
    assert.deepEqual([later.cells[0].status, (await operationOf(sheet, later)).status], ['QUEUED', 'queued'])
  })

  it('are queued by a process that does no jobs', async () => {
    const { sheet, chars } = await sheetOf(withoutWorker, 'four')
    const answer = await run(sheet, { column_ids: [chars.id] })
    assert.equal(answer.cells[0].status, 'QUEUED')
    assert.equal((await operationOf(sheet, answer)).status, 'queued')
  })
})
