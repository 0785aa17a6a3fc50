import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

describe('rows of a sheet by their values', () => {
  const app = appOfSuite()
  let sheet: SheetClient
  let city: string
  let check: string
  before(async () => {
    sheet = await emptySheet(app.api)
    city = (await sheet.column('city')).id
    const titles = ['Oslo 11', 'Bergen', 'oslo 2', '', 'Bodø']
    await sheet.add(titles.map((title) => ({ [city]: title })))
    check = (await sheet.column('check', 'CONTAINS', { source: 'city', value: 'slo' })).id
    await untilQuiet(sheet)
  })

  const queryRows = (body: object) => app.api.post(`${sheet.path}/row-query`, body)
  const indexes = async (body: object) => bodyOf(await queryRows(body)).row_indexes
  const where = (column_id: string, operator: string, value?: string) => ({
    filters: [{ column_id, operator, ...(value !== undefined && { value }) }],
  })

  it('are filtered by texts, by verdicts, and by several conditions at once', async () => {
    assert.deepEqual(await indexes({}), [0, 1, 2, 3, 4])
    assert.deepEqual(await indexes(where(city, 'contains', 'OSLO')), [0, 2])
    assert.deepEqual(await indexes(where(city, 'empty')), [3])
    assert.deepEqual(await indexes(where(check, 'passes')), [0, 2])
    assert.deepEqual(await indexes(where(check, 'fails')), [1, 3, 4])
    const both = [...where(check, 'passes').filters, ...where(city, 'is', 'OSLO 2').filters]
    assert.deepEqual(await indexes({ filters: both }), [2])
  })

  it('are summarised by column: the verdicts of checks, and the filled cells of texts', async () => {
    const read = async () => bodyOf(await app.api.get(`${sheet.path}/distributions`))
    const distributionOf = (grouped: { columns: { column_id: string }[] }, id: string) =>
      grouped.columns.find(({ column_id }) => column_id === id)
    const first = await read()
    assert.deepEqual([first.rows, first.row_count], [5, 5])
    assert.deepEqual(distributionOf(first, check), {
      column_id: check,
      filled_cells: 5,
      failed_cells: 0,
      stale_cells: 0,
      distribution: { kind: 'verdicts', passed: 2, failed: 3 },
    })
    assert.deepEqual(distributionOf(first, city), {
      column_id: city,
      filled_cells: 4,
      failed_cells: 0,
      stale_cells: 0,
      distribution: { kind: 'other' },
    })
  })

  it('are grouped by a column, with the checks of each group', async () => {
    const group = (body: object) => app.api.post(`${sheet.path}/row-groups`, body)
    const grouped = bodyOf(await group({ column_id: check }))
    assert.deepEqual([grouped.rows, grouped.row_count, grouped.other_rows], [5, 5, 0])
    assert.deepEqual(
      grouped.groups.map((group: { row_count: number }) => group.row_count),
      [3, 2],
    )
    const byCity = bodyOf(await group({ column_id: city, ...where(check, 'fails') }))
    const verdicts = (failed: number) => [
      { column_id: check, measure: { kind: 'verdicts', passed: 0, failed } },
    ]
    assert.deepEqual(byCity.groups, [
      { value: 'Bergen', row_count: 1, columns: verdicts(1) },
      { value: null, row_count: 1, columns: verdicts(1) },
      { value: 'Bodø', row_count: 1, columns: verdicts(1) },
    ])
    const stranger = await (await emptySheet((await app.newWorkspace()).api)).column('theirs')
    assert.deepEqual((await group({ column_id: stranger.id })).body.detail[0].loc, ['body', 'column_id'])
  })

  it('are sorted in natural order, and read in that order', async () => {
    const sorted = await indexes({ sort: { column_id: city, direction: 'asc' } })
    assert.deepEqual(sorted, [1, 4, 2, 0, 3])
    assert.deepEqual(await indexes({ sort: { column_id: city, direction: 'desc' } }), [0, 2, 4, 1, 3])
    const page = bodyOf(await app.api.get(`${sheet.path}/rows?row_indexes=${sorted.join(',')},99`))
    assert.deepEqual(
      page.data.map((row: { row_index: number }) => row.row_index),
      sorted,
    )
    assert.equal(page.data[0].cells[city].display_value, 'Bergen')
    assert.equal(page.next_cursor, null)
    // The sheet itself is unchanged.
    assert.deepEqual(await sheet.shown(city), ['Oslo 11', 'Bergen', 'oslo 2', '', 'Bodø'])
  })

  it('are refused for columns and values that do not fit the condition', async () => {
    const stranger = await emptySheet((await app.newWorkspace()).api)
    const theirs = await stranger.column('theirs')
    const refused = async (body: object, loc: (string | number)[]) => {
      const reply = await queryRows(body)
      assert.equal(reply.status, 422, JSON.stringify(reply.body))
      assert.deepEqual(reply.body.detail[0].loc, ['body', ...loc.map(String)])
    }
    await refused(where(theirs.id, 'empty'), ['filters', 0, 'column_id'])
    await refused(where(city, 'contains'), ['filters', 0, 'value'])
    await refused(where(city, 'above', 'many'), ['filters', 0, 'value'])
    await refused({ sort: { column_id: theirs.id, direction: 'asc' } }, ['sort', 'column_id'])
    assert.equal((await app.api.post(`${stranger.path}/row-query`, {})).status, 404)
    assert.equal((await app.api.get(`${sheet.path}/rows?row_indexes=x`)).status, 422)
  })
})
