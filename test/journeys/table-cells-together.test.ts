import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { computeCells, emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('cells written in one call', () => {
  const app = appOfSuite({}, { role: 'api' })
  let sheet: SheetClient
  let text: string
  let length: string

  const fill = async (count: number) => {
    sheet = await emptySheet(app.api)
    text = (await sheet.column('text')).id
    length = (await sheet.column('length', 'COUNT', { source: 'text', type: 'chars' })).id
    for (let start = 0; start < count; start += 100)
      await sheet.add(
        Array.from({ length: Math.min(100, count - start) }, (_, index) => ({
          [text]: `row ${start + index}`,
        })),
      )
    await computeCells(app.context, sheet, length, (row) => `row ${row}`.length)
    return (await sheet.rows()).map(({ cells }) => cells[text].id as string)
  }
  const write = (cells: unknown) => app.api.patch(`${sheet.path}/cells`, { cells })

  it('are one change of the version, and make cells that read them stale', async () => {
    const ids = await fill(6)
    const { version_count } = await sheet.read()
    const answer = bodyOf(
      await write([
        { cell_id: ids[1], display_value: 'one' },
        { cell_id: ids[2], value: 'row 2' },
        { cell_id: ids[4], value: { value: ['deep'] } },
        { cell_id: ids[5], value: null, display_value: null },
      ]),
      200,
    )
    assert.deepEqual([answer.updated_count, answer.stale_count, answer.version], [4, 3, version_count + 1])
    assert.deepEqual(await sheet.shown(text), ['row 0', 'one', 'row 2', 'row 3', '["deep"]', null])
    const states = (await sheet.rows()).map(({ cells }) => cells[length].status)
    assert.deepEqual(states, ['COMPLETED', 'STALE', 'COMPLETED', 'COMPLETED', 'STALE', 'STALE'])
  })

  it('may name a cell twice: the last value is stored', async () => {
    const ids = await fill(1)
    const cells = ['first', 'second'].map((display_value) => ({ cell_id: ids[0], display_value }))
    assert.equal(bodyOf(await write(cells)).updated_count, 2)
    assert.deepEqual(await sheet.shown(text), ['second'])
  })

  it('are written to the current index of a row after other rows were deleted', async () => {
    const ids = await fill(5)
    await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [1] })
    bodyOf(await write([2, 4].map((at) => ({ cell_id: ids[at], display_value: `changed ${at}` }))))
    const rows = await sheet.rows()
    assert.deepEqual(
      rows.map(({ cells }) => [cells[text].display_value, cells[length].status]),
      [
        ['row 0', 'COMPLETED'],
        ['changed 2', 'STALE'],
        ['row 3', 'COMPLETED'],
        ['changed 4', 'STALE'],
      ],
    )
  })

  it('are not written at all if one of the cells is computed or absent', async () => {
    const ids = await fill(2)
    const other = (await sheet.cell(0, length)).id
    const { version_count } = await sheet.read()
    const first = { cell_id: ids[0], display_value: 'not written' }
    assert.match(
      refused(await write([first, { cell_id: other, value: 1 }]), 400, 'bad_request'),
      /cells\.1.*COUNT/,
    )
    await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [1] })
    refused(await write([first, { cell_id: ids[1], value: 'gone' }]), 404, 'not_found')
    assert.deepEqual(await sheet.shown(text), ['row 0'])
    assert.equal((await sheet.read()).version_count, version_count + 1)
  })

  it('keep their former values in a saved version', async () => {
    const ids = await fill(3)
    const { version } = bodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'before' }), 201)
    bodyOf(await write(ids.map((cell_id) => ({ cell_id, display_value: 'later' }))))
    const saved = bodyOf(await app.api.get(`${sheet.path}/versions/${version.id}`))
    assert.match(JSON.stringify(saved), /row 1/)
    assert.doesNotMatch(JSON.stringify(saved), /later/)
  })

  it('are up to 10,000, in adjacent rows or not', async () => {
    const ids = await fill(1_200)
    const odd = ids.filter((_, index) => index % 2 === 1)
    const answer = bodyOf(await write(odd.map((cell_id) => ({ cell_id, display_value: 'x' }))))
    assert.deepEqual([answer.updated_count, answer.stale_count], [600, 600])
    const shown = await sheet.shown(text)
    assert.deepEqual([shown[0], shown[1], shown[1_199]], ['row 0', 'x', 'x'])
    const many = Array.from({ length: 10_001 }, () => ({ cell_id: ids[0], display_value: '' }))
    assert.equal((await write(many)).status, 422)
    assert.equal((await write([])).status, 422)
  })
})
