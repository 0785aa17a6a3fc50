import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { compare, ScorecardClient } from './support/scorecards.ts'
import { emptySheet, type SheetClient, tablesPath } from './support/tables.ts'

describe('overviews of tables', () => {
  const app = appOfSuite()

  const ask = (api: Api, ...tables: readonly string[]) =>
    api.get(`/api/public/v2/table-overviews?${tables.map((id) => `table_id=${id}`).join('&')}`)
  const overviews = async (...tables: readonly string[]) => bodyOf(await ask(app.api, ...tables)).overviews
  const calculated = async (sheet: SheetClient) => {
    bodyOf(await sheet.api.post(`${sheet.path}/score`), 202)
    while (bodyOf(await sheet.api.get(`${sheet.path}/score`)).status !== 'completed') await sleep(15)
  }

  it('count the rows of all sheets, and have no run or score without one', async () => {
    const sheet = await emptySheet(app.api)
    await sheet.column('text')
    await sheet.add([{}, {}])
    bodyOf(await app.api.post(`${tablesPath}/${sheet.table}/sheets`, { title: 'second' }), 201)
    const bare = bodyOf(await app.api.post(tablesPath, { title: 'bare', create_default_sheet: false }), 201)
      .table.id
    const rows = bodyOf(await app.api.get(`${tablesPath}/${sheet.table}`)).table.sheet_row_counts
    const all = Object.values<number>(rows).reduce((sum, count) => sum + count, 0)
    assert.ok(all >= 2)
    const untitled = { title: 'Untitled Table', run: null, score: null }
    const timeless = (await overviews(bare, sheet.table.toUpperCase())).map(
      ({ updated_at, ...rest }: { updated_at: string }) => {
        assert.ok(Date.parse(updated_at) > Date.now() - 60_000)
        return rest
      },
    )
    assert.deepEqual(timeless, [
      { ...untitled, table_id: bare, title: 'bare', row_count: 0 },
      { ...untitled, table_id: sheet.table, row_count: all },
    ])
  })

  it('have the latest run and the counts of its cells', async () => {
    const sheet = await emptySheet(app.api)
    const { id: text } = await sheet.column('text')
    await sheet.add([{ [text]: 'a' }, { [text]: 'b' }, { [text]: 'c' }])
    await sheet.column('check', 'CONTAINS', { source: 'text', value: 'a' })
    const run = async () => (await overviews(sheet.table))[0].run
    while ((await run())?.status !== 'completed') await sleep(15)
    const first = await run()
    assert.deepEqual(
      [first.sheet_id, first.cell_count, first.completed_count, first.failed_count, first.pending_count],
      [sheet.id, 3, 3, 0, 0],
    )
    const again = await sheet.api.post(`${sheet.path}/operations`, {
      row_ids: [1],
      statuses: ['COMPLETED'],
    })
    const { operation_id } = bodyOf(again, 202)
    const second = await run()
    assert.deepEqual([second.operation_id, second.cell_count], [operation_id, 1])
  })

  it('have the score and the previous one; a configured score precedes the scorecard', async () => {
    const sheet = await emptySheet(app.api)
    const { id: good } = await sheet.column('good')
    await sheet.add([{ [good]: 'yes' }, { [good]: 'no' }])
    const card = new ScorecardClient(sheet)
    await card.configured([compare('equal', good, good)])
    await card.calculated()
    const score = async () => (await overviews(sheet.table))[0].score
    const cardScore = await score()
    assert.deepEqual(
      [cardScore.sheet_id, cardScore.source, cardScore.score, cardScore.verdict, cardScore.previous_score],
      [sheet.id, 'scorecard', 1, 'pass', null],
    )
    const whole = { scored_rows: 2, total_rows: 2, failed_cells: 0, missing_cells: 0 }
    assert.deepEqual([cardScore.coverage, cardScore.is_stale], [whole, false])
    const body = {
      score_type: 'boolean',
      column_names: ['good'],
      true_values: ['yes'],
      false_values: ['no'],
    }
    bodyOf(await sheet.api.patch(`${sheet.path}/score`, body))
    await calculated(sheet)
    assert.deepEqual([(await score()).source, (await score()).score], ['score', 0.5])
    assert.deepEqual([(await score()).coverage, (await score()).is_stale], [whole, false])
    const ofSheet = async () => bodyOf(await sheet.api.get(`${sheet.path}/score`)).details.is_stale
    bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'saved' }), 201)
    assert.deepEqual([(await score()).is_stale, await ofSheet()], [false, false], 'saving changes nothing')
    await sheet.write(1, good, { value: 'yes' })
    assert.deepEqual([(await score()).is_stale, await ofSheet()], [true, true])
    await calculated(sheet)
    const { score: now, previous_score: before } = await score()
    assert.deepEqual([now, before], [1, 0.5])
    await sheet.write(0, good, { value: '' })
    await calculated(sheet)
    assert.deepEqual((await score()).coverage, { ...whole, scored_rows: 1, missing_cells: 1 })
  })

  it('are ordered by their newest results, tables with an active run first', async () => {
    const { api } = await app.newWorkspace()
    const latest = async (limit = 10) =>
      bodyOf(await api.get(`/api/public/v2/table-overviews/latest?limit=${limit}`)).overviews
    const ids = async (limit?: number) =>
      (await latest(limit)).map(({ table_id }: { table_id: string }) => table_id)
    assert.deepEqual(await latest(), [])
    const checked = async () => {
      const sheet = await emptySheet(api)
      const { id: text } = await sheet.column('text')
      await sheet.add([{ [text]: 'a' }])
      await sheet.column('check', 'CONTAINS', { source: 'text', value: 'a' })
      await untilQuiet(sheet)
      return sheet
    }
    const [oldest, older] = [await checked(), await checked()]
    const scored = await emptySheet(api)
    const { id: good } = await scored.column('good')
    await scored.add([{ [good]: 'yes' }])
    const card = new ScorecardClient(scored)
    await card.configured([compare('equal', good, good)])
    await card.calculated()
    await emptySheet(api)
    assert.deepEqual(await ids(), [scored.table, older.table, oldest.table])

    await recalculate(oldest, { statuses: ['COMPLETED'] })
    assert.deepEqual(await ids(), [oldest.table, scored.table, older.table])
    assert.deepEqual(await ids(1), [oldest.table])
    await card.calculated()
    assert.deepEqual(await ids(2), [scored.table, oldest.table])
    const [{ score, title }] = await latest(1)
    assert.deepEqual([score.source, score.score, typeof title], ['scorecard', 1, 'string'])
    await app.context.store.transact(async (tx) => {
      await tx
        .updateTable('sheet_operations')
        .set({ status: 'running' })
        .where('table_id', '=', older.table)
        .execute()
    })
    assert.deepEqual(await ids(), [older.table, scored.table, oldest.table])

    bodyOf(await api.delete(`${scored.path}/scorecard`))
    await card.configured([compare('equal', good, good)])
    assert.deepEqual(await ids(), [older.table, oldest.table])
    await card.calculated()
    assert.deepEqual(await ids(2), [older.table, scored.table])
    bodyOf(await api.delete(`${tablesPath}/${scored.table}`))
    assert.deepEqual(await ids(), [older.table, oldest.table])
    const tooMany = await api.get('/api/public/v2/table-overviews/latest?limit=101')
    assert.deepEqual([tooMany.status, tooMany.body.detail[0].loc], [422, ['query', 'limit']])
  })

  it('of the newest changes come first, by an edit of a cell, a run or a new table', async () => {
    const { api } = await app.newWorkspace()
    const changed = async (limit = 10) =>
      bodyOf(await api.get(`/api/public/v2/table-overviews/latest?by=changes&limit=${limit}`)).overviews
    const ids = async (limit?: number) =>
      (await changed(limit)).map(({ table_id }: { table_id: string }) => table_id)
    // Changes in one millisecond have no order.
    const apart = () => sleep(2)
    const created = async () => {
      await apart()
      return emptySheet(api)
    }
    const [first, second, third] = [await created(), await created(), await created()]
    await apart()
    assert.deepEqual(await ids(), [third.table, second.table, first.table])
    const { id: text } = await first.column('text')
    await first.add([{ [text]: 'a' }])
    assert.deepEqual(await ids(2), [first.table, third.table])
    const [before] = await changed(1)
    await apart()
    await second.column('later')
    await apart()
    await first.write(0, text, { value: 'b' })
    assert.deepEqual(await ids(), [first.table, second.table, third.table])
    const [after] = await changed(1)
    assert.ok(after.updated_at > before.updated_at)
    bodyOf(await api.delete(`${tablesPath}/${second.table}`))
    assert.deepEqual(await ids(), [first.table, third.table])
    const wrong = await api.get('/api/public/v2/table-overviews/latest?by=age')
    assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['query', 'by']])
  })

  it('leave out missing tables, and refuse more than a hundred', async () => {
    const theirs = await emptySheet((await app.newWorkspace()).api)
    const deletedSheet = await emptySheet(app.api)
    bodyOf(await app.api.delete(`${tablesPath}/${deletedSheet.table}`))
    assert.deepEqual(await overviews(theirs.table, deletedSheet.table, 'no-uuid'), [])
    const tooMany = await ask(app.api, ...Array.from({ length: 101 }, () => deletedSheet.table))
    assert.deepEqual([tooMany.status, tooMany.body.detail[0].loc], [422, ['query', 'table_id']])
    assert.equal((await ask(app.api)).status, 422)
  })
})
