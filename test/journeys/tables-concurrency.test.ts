import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { computeCells, emptySheet, type SheetClient } from './support/tables.ts'

describe('concurrent writers of a sheet', () => {
  const app = appOfSuite({}, { role: 'api' })
  let sheet: SheetClient

  it('each add their rows: no row is lost, indexes have no gaps, versions are all different', async () => {
    sheet = await emptySheet(app.api)
    const { id } = await sheet.column('text')
    const texts = Array.from({ length: 16 }, (_, index) => [`${index} a`, `${index} b`, `${index} c`])
    const answers = await Promise.all(texts.map((some) => sheet.add(some.map((text) => ({ [id]: text })))))
    const shown = await sheet.shown(id)
    assert.equal(shown.length, 48)
    for (const [index, { start_row_index, row_indices }] of answers.entries()) {
      assert.deepEqual(shown.slice(start_row_index, start_row_index + 3), texts[index])
      assert.equal(row_indices.length, 3)
    }
    assert.equal(new Set(answers.map(({ version }) => version)).size, 16)
    assert.equal((await sheet.read()).row_count, 48)
  })

  it('write cells of one row: no text is lost, and the cell that reads them becomes stale', async () => {
    sheet = await emptySheet(app.api)
    const columns = []
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) columns.push(await sheet.column(title))
    await sheet.add([{}])
    const both = await sheet.column('all', 'COMBINE_COLUMNS', { sources: columns.map(({ id }) => id) })
    await computeCells(app.context, sheet, both.id, () => 'old')
    const [row] = await sheet.rows()
    const answers = await Promise.all(
      columns.map(({ id, title }) =>
        app.api.patch(`${sheet.path}/cells/${row.cells[id].id}`, { value: `written ${title}` }),
      ),
    )
    const counted = answers.map((answer) => bodyOf(answer).stale_count)
    assert.deepEqual(counted.sort(), [0, 0, 0, 0, 0, 1])
    const [after] = await sheet.rows()
    assert.deepEqual(
      columns.map(({ id }) => after.cells[id].display_value),
      columns.map(({ title }) => `written ${title}`),
    )
    assert.equal(after.cells[both.id].status, 'STALE')
  })

  it('delete and add rows while others read: every page has the indexes of its rows', async () => {
    sheet = await emptySheet(app.api)
    const { id } = await sheet.column('text')
    await sheet.add(Array.from({ length: 60 }, (_, index) => ({ [id]: `row ${index}` })))
    const writers = Array.from({ length: 10 }, async (_, index) => {
      bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0, 5] }))
      await sheet.add([{ [id]: `row ${60 + index}` }])
    })
    const readers = Array.from({ length: 10 }, async () => {
      const { data } = bodyOf(await app.api.get(`${sheet.path}/rows?start_row_index=10&limit=5`))
      const indexes = data.map(({ row_index }: { row_index: number }) => row_index)
      assert.deepEqual(indexes, [10, 11, 12, 13, 14])
      const numbers = data.map((row: { cells: Record<string, { display_value: string }> }) =>
        Number(row.cells[id]!.display_value.slice(4)),
      )
      assert.deepEqual(
        numbers,
        numbers.toSorted((a: number, b: number) => a - b),
      )
    })
    await Promise.all([...writers, ...readers])
    const rows = await sheet.rows()
    assert.equal(rows.length, 50)
    assert.deepEqual(
      rows.map(({ row_index }) => row_index),
      [...rows.keys()],
    )
  })

  it('create, change and delete columns: there is no cycle, and counts and versions agree', async () => {
    sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add([{}, {}])
    const config = (source: string) => ({ config: { source, type: 'chars' } })
    const a = await sheet.column('a', 'COUNT', config(input.id).config)
    const b = await sheet.column('b', 'COUNT', config(input.id).config)
    const change = (id: string, source: string) =>
      app.api.patch(`${sheet.path}/columns/${id}`, config(source))
    const crossed = await Promise.all([change(a.id, b.id), change(b.id, a.id)])
    assert.deepEqual(crossed.map(({ status }) => status).sort(), [200, 400])
    const before = (await sheet.read()).version_count
    await Promise.all([
      ...Array.from({ length: 8 }, (_, index) =>
        sheet.column(`new ${index}`, 'COUNT', config(input.id).config),
      ),
      ...Array.from({ length: 4 }, () => sheet.add([{}])),
    ])
    const columns = await sheet.columns()
    assert.equal(columns.length, 11)
    assert.equal(
      new Set(columns.map(({ position_rank }: { position_rank: number }) => position_rank)).size,
      11,
    )
    const { total_cells } = await sheet.counts()
    assert.equal(total_cells, 10 * 6)
    assert.equal((await sheet.read()).version_count, before + 12)
    const { data } = bodyOf(await app.api.get(`${sheet.path}/versions?limit=100&order=asc`))
    assert.deepEqual(
      data.map(({ version_number }: { version_number: number }) => version_number),
      data.map((_: unknown, index: number) => index + 1),
    )
  })
})
