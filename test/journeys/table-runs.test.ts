import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { fileOf, finishedImport } from './support/imports.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('runs of a sheet', () => {
  const app = appOfSuite()
  let sheet: SheetClient

  const words = async (...texts: string[]) => {
    sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    if (texts.length > 0) await sheet.add(texts.map((value) => ({ [text.id]: value })))
    return text
  }
  const count = (title: string, source: string, type = 'chars') =>
    sheet.column(title, 'COUNT', { source, type })
  const change = (id: string, body: unknown) => app.api.patch(`${sheet.path}/columns/${id}`, body)
  const states = async (column: string) => (await sheet.rows()).map(({ cells }) => cells[column].status)

  it('compute a new column, and further cells on request', async () => {
    const text = await words('one', 'three', '')
    const chars = await count('chars', 'text')
    const more = await sheet.column('more', 'MATH_OPERATOR', { sources: ['chars'], operator: 'gt', value: 3 })
    const counts = await untilQuiet(sheet)
    assert.equal(counts['COMPLETED'], 6)
    assert.deepEqual(await sheet.shown(chars.id), ['3', '5', '0'])
    assert.deepEqual(await sheet.shown(more.id), ['false', 'true', 'false'])
    const { stale_count } = bodyOf(await sheet.write(0, text.id, { value: 'longer' }))
    assert.equal(stale_count, 2)
    const operation = await recalculate(sheet)
    assert.deepEqual(
      [operation.status, operation.cell_count, operation.completed_count, operation.pending_count],
      ['completed', 2, 2, 0],
    )
    assert.deepEqual(await sheet.shown(chars.id), ['6', '5', '0'])
    assert.deepEqual(await sheet.shown(more.id), ['true', 'true', 'false'])
    const nothing = bodyOf(await app.api.post(`${sheet.path}/operations`, {}))
    assert.deepEqual(nothing, { success: true, cell_count: 0, virtual_cell_count: 0, cells: [] })
  })

  it('leave stale cells stale in saved versions, even if a run then computes the same value', async () => {
    const text = await words('one', 'two')
    const chars = await count('chars', 'text')
    const more = await sheet.column('more', 'MATH_OPERATOR', { sources: ['chars'], operator: 'gt', value: 3 })
    await untilQuiet(sheet)
    await sheet.write(0, text.id, { value: 'six' })
    await sheet.write(1, text.id, { value: 'twenty' })
    const { version } = bodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'stale' }), 201)
    // The text of the first row keeps its length; the text of the second row is the old text again.
    await sheet.write(1, text.id, { value: 'two' })
    await recalculate(sheet)
    assert.deepEqual(await states(more.id), ['COMPLETED', 'COMPLETED'])
    const saved = bodyOf(await app.api.get(`${sheet.path}/versions/${version.id}`)).version
    const then = saved.snapshot.rows.flatMap(({ cells }: { cells: Record<string, { status: string }> }) =>
      [chars.id, more.id].map((id) => cells[id]?.status),
    )
    assert.deepEqual(then, ['STALE', 'STALE', 'STALE', 'STALE'])
    bodyOf(await app.api.post(`${sheet.path}/versions`, { source_version_id: version.id }), 201)
    assert.deepEqual(await states(more.id), ['STALE', 'STALE'])
    assert.deepEqual(await sheet.shown(chars.id), ['3', '3'])
  })

  it('leave failed cells failed in saved versions', async () => {
    const text = await words('bad')
    // Code waits for its runner: such cells are queued before they are computed.
    const code = 'if (data.text === "bad") throw new Error("as told"); return data.text'
    const checked = await sheet.column('checked', 'CODE_EXECUTION', { language: 'JAVASCRIPT', code })
    await untilQuiet(sheet)
    assert.deepEqual(await states(checked.id), ['FAILED'])
    const { version } = bodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'failed' }), 201)
    await sheet.write(0, text.id, { value: 'good' })
    await recalculate(sheet)
    assert.deepEqual(await sheet.shown(checked.id), ['good'])
    const saved = bodyOf(await app.api.get(`${sheet.path}/versions/${version.id}`)).version
    const then = saved.snapshot.rows[0].cells[checked.id]
    assert.deepEqual([then?.status, then?.error_message], ['FAILED', 'Error: as told (line 1)'])
    bodyOf(await app.api.post(`${sheet.path}/versions`, { source_version_id: version.id }), 201)
    const { status, error_message } = await sheet.cell(0, checked.id)
    assert.deepEqual([status, error_message], ['FAILED', then.error_message])
  })

  it('of single cells also compute the cells that they read, and no others', async () => {
    await words('a', 'bb')
    const chars = await count('chars', 'text')
    await untilQuiet(sheet)
    const double = await sheet.column('double', 'COMBINE_COLUMNS', { sources: ['chars', 'text'] })
    await untilQuiet(sheet)
    const text = (await sheet.columns())[0]
    await sheet.write(0, text.id, { value: 'ccc' })
    await sheet.write(1, text.id, { value: 'dddd' })
    const { id } = await sheet.cell(0, double.id)
    const answer = bodyOf(await app.api.post(`${sheet.path}/cells/${id}/recalculations`), 202)
    assert.equal(answer.cell_count, 2)
    await untilQuiet(sheet)
    assert.deepEqual(await states(double.id), ['COMPLETED', 'STALE'])
    assert.deepEqual(await states(chars.id), ['COMPLETED', 'STALE'])
    const cell = await sheet.cell(0, chars.id)
    const batch = await app.api.post(`${sheet.path}/cells/recalculations`, { cell_ids: [cell.id] })
    assert.deepEqual([bodyOf(batch, 202).cell_count, batch.body.selected_cell_count], [1, 1])
    await untilQuiet(sheet)
    const written = await sheet.cell(0, text.id)
    refused(await app.api.post(`${sheet.path}/cells/${written.id}/recalculations`), 400, 'bad_request')
  })

  it('fail a cell whose source failed, with a message that names the source', async () => {
    await words('1', 'x')
    const sum = await sheet.column('sum', 'MATH_OPERATOR', { sources: ['text'], operator: 'gt', value: 1 })
    const chars = await count('chars', 'sum')
    const counts = await untilQuiet(sheet)
    assert.deepEqual([counts['COMPLETED'], counts['FAILED']], [2, 2])
    const failed = await sheet.cell(1, chars.id)
    assert.deepEqual(
      [failed.error, failed.error_message],
      ['upstream_failed', 'Column "sum" failed in this row'],
    )
    assert.equal((await sheet.cell(1, sum.id)).status, 'FAILED')
    bodyOf(await change(sum.id, { title: 'a "sum"' }))
    assert.equal((await sheet.cell(1, chars.id)).error_message, 'Column "a "sum"" failed in this row')
    bodyOf(await change(sum.id, { title: 'a "sum".price' }))
    assert.equal((await sheet.cell(1, chars.id)).error_message, 'Column "a "sum".price" failed in this row')
    const text = (await sheet.columns())[0]
    bodyOf(await change(text.id, { title: 'words' }))
    assert.equal((await sheet.cell(1, sum.id)).error_message, 'Column "words" is not a number.')
    await sheet.write(1, text.id, { value: '5' })
    assert.deepEqual(await states(chars.id), ['COMPLETED', 'STALE'])
    const operation = await recalculate(sheet)
    assert.equal(operation.completed_count, 2)
  })

  it('leave no cell stale if one of its inputs failed before another was computed', async () => {
    const text = await words('x')
    const number = await sheet.column('number')
    await sheet.write(0, number.id, { value: 'notnum' })
    await count('len', 'text')
    const config = { sources: ['number'], operator: 'gt', value: 1 }
    const bad = await sheet.column('bad', 'MATH_OPERATOR', config)
    await untilQuiet(sheet)
    await sheet.write(0, text.id, { value: 'longer' })
    const both = await sheet.column('both', 'COMBINE_COLUMNS', { sources: ['bad', 'len'] })
    await untilQuiet(sheet)
    assert.deepEqual(await states(both.id), ['STALE'], 'its input is stale and was not computed')
    const operation = await recalculate(sheet)
    assert.deepEqual(
      [operation.status, operation.completed_count, operation.failed_count],
      ['completed', 1, 1],
    )
    const { status, error_message } = await sheet.cell(0, both.id)
    assert.deepEqual([status, error_message], ['FAILED', 'Column "bad" failed in this row'])
    // A column that cannot run fails, regardless of its other sources.
    bodyOf(await app.api.delete(`${sheet.path}/columns/${bad.id}`))
    await sheet.write(0, text.id, { value: 'longer still' })
    await recalculate(sheet)
    assert.deepEqual(await states(both.id), ['FAILED'])
    assert.equal((await untilQuiet(sheet))['STALE'], 0)
  })

  it('read a column that gets the title of a deleted source', async () => {
    const input = await words('abc')
    const length = await count('length', 'text')
    const next = await count('next', 'length')
    const sourceOf = async (id: string) =>
      (await sheet.columns()).find((column: { id: string }) => column.id === id).dependencies[0].column_id
    const lose = async (id: string) => {
      bodyOf(await app.api.delete(`${sheet.path}/columns/${id}`))
      await recalculate(sheet)
      const { status, error_message } = await sheet.cell(0, length.id)
      assert.equal(status, 'FAILED')
      assert.match(error_message, /there is no such column/)
    }
    const assertReads = async (id: string, ...shown: readonly (string | null)[]) => {
      assert.equal(await sourceOf(length.id), id)
      const { cells } = (await sheet.rows())[0]
      assert.deepEqual([cells[length.id].status, cells[next.id].status], ['STALE', 'STALE'])
      await recalculate(sheet)
      assert.deepEqual(
        [await sheet.shown(length.id), await sheet.shown(next.id)],
        shown.map((one) => [one]),
      )
    }
    await untilQuiet(sheet)
    await lose(input.id)
    const created = await sheet.column('text')
    await assertReads(created.id, '0', '1')
    await lose(created.id)
    const { id: other } = await sheet.column('other')
    await sheet.write(0, other, { value: '0123456789' })
    assert.equal(await sourceOf(length.id), created.id, 'no column has the title')
    bodyOf(await change(other, { title: 'text' }))
    await assertReads(other, '10', '2')
    await lose(other)
    const file = fileOf('text\nabcd\n')
    await finishedImport(app.api, sheet.table, await app.api.post(`${sheet.path}/imports/file`, file))
    const texts = (await sheet.columns()).find(({ title }: { title: string }) => title === 'text')
    assert.equal(await sourceOf(length.id), texts.id)
  })

  it('read another existing column of that title only after their config is changed', async () => {
    const input = await words('')
    const twin = await sheet.column('text')
    await sheet.write(0, twin.id, { value: 'one two' })
    const config = { source: 'text', type: 'chars' }
    const sourceWith = (id: string) => [{ column_id: id, config_key: 'source', config_meta: null }]
    const length = await sheet.column('length', 'COUNT', config, { dependencies: sourceWith(input.id) })
    const also = await sheet.column('also', 'COUNT', config, { dependencies: sourceWith(input.id) })
    bodyOf(await app.api.delete(`${sheet.path}/columns/${input.id}`))
    await recalculate(sheet)
    assert.equal((await sheet.cell(0, length.id)).status, 'FAILED')
    const same = bodyOf(await change(length.id, { config }))
    assert.deepEqual([same.requires_recalculation, same.column.dependencies[0].column_id], [true, twin.id])
    const other = bodyOf(await change(also.id, { config: { ...config, type: 'words' } }))
    assert.equal(other.column.dependencies[0].column_id, twin.id)
    await recalculate(sheet)
    assert.deepEqual([await sheet.shown(length.id), await sheet.shown(also.id)], [['7'], ['2']])
  })

  it('do not compute cells whose sources keep their values', async () => {
    const text = await words('ab')
    await count('chars', 'text')
    const next = await count('next', 'chars')
    await untilQuiet(sheet)
    const before = await sheet.cell(0, next.id)
    await sheet.write(0, text.id, { value: 'cd' })
    assert.equal((await sheet.cell(0, next.id)).status, 'STALE')
    const [, chars] = await sheet.columns()
    await recalculate(sheet, { column_ids: [chars.id] })
    const after = await sheet.cell(0, next.id)
    assert.deepEqual([after.status, after.last_computed_version], ['COMPLETED', before.last_computed_version])
  })

  it('do not compute selected cells whose sources keep their values', async () => {
    const text = await words('ab')
    await count('chars', 'text')
    const next = await count('next', 'chars')
    const last = await count('last', 'next')
    await untilQuiet(sheet)
    const versions = async () => {
      const [{ cells }] = await sheet.rows()
      return [cells[next.id], cells[last.id]].map((cell) => cell.last_computed_version)
    }
    const before = await versions()
    await sheet.write(0, text.id, { value: 'cd' })
    assert.deepEqual(await states(next.id), ['STALE'])
    const operation = await recalculate(sheet)
    assert.deepEqual([operation.cell_count, operation.completed_count], [3, 3])
    assert.deepEqual(await versions(), before)
    await sheet.write(0, text.id, { value: 'longer than that' })
    await recalculate(sheet)
    const [changed, same] = await versions()
    assert.notEqual(changed, before[0])
    assert.notEqual(same, before[1])
  })

  it('need a confirmation token if they are large', async () => {
    const text = await words()
    for (let start = 0; start < 1100; start += 100)
      await sheet.add(Array.from({ length: 100 }, (_, index) => ({ [text.id]: `${start + index}` })))
    const chars = await count('chars', 'text')
    await untilQuiet(sheet)
    const all = { statuses: [] }
    const question = bodyOf(await app.api.post(`${sheet.path}/operations`, all))
    assert.deepEqual(
      [question.success, question.requires_confirmation, question.affected_cell_count],
      [false, true, 1100],
    )
    const token = question.confirmation_token
    const other = bodyOf(
      await app.api.post(`${sheet.path}/operations`, { statuses: ['COMPLETED'], confirmation_token: token }),
      200,
    )
    assert.equal(other.requires_confirmation, true)
    const forged = bodyOf(
      await app.api.post(`${sheet.path}/operations`, { ...all, confirmation_token: 'xyz' }),
      200,
    )
    assert.equal(forged.requires_confirmation, true)
    const begun = bodyOf(
      await app.api.post(`${sheet.path}/operations`, { ...all, confirmation_token: token }),
      202,
    )
    assert.equal(begun.cell_count, 1100)
    await untilQuiet(sheet)
    assert.equal((await sheet.cell(1099, chars.id)).display_value, '4')
    const again = bodyOf(
      await app.api.post(`${sheet.path}/operations`, { ...all, confirmation_token: token }),
      200,
    )
    assert.equal(again.requires_confirmation, true)
    const sdk = { 'User-Agent': 'promptlayer-python/1.5.16 (python 3.11) python-httpx/0.28.1' }
    const unconfirmed = bodyOf(await app.api.post(`${sheet.path}/operations`, all, sdk), 202)
    assert.equal(unconfirmed.cell_count, 1100, 'the SDKs cannot confirm a run')
    await untilQuiet(sheet)
  })

  it('do not wait for a missing row or a deleted column of a composition', async () => {
    await words('1', '2')
    const [shorter, [source]] = [sheet, await sheet.columns()]
    await words('a', 'b', 'c')
    const config = { table_id: shorter.table, sheet_id: shorter.id, column_id: source.id }
    const shown = await sheet.column('shown', 'COMPOSITION', config)
    const either = await sheet.column('either', 'COALESCE', { sources: ['shown', 'text'] })
    await untilQuiet(sheet)
    assert.deepEqual(
      [await states(shown.id), await sheet.shown(shown.id)],
      [
        ['COMPLETED', 'COMPLETED', 'COMPLETED'],
        ['1', '2', null],
      ],
    )
    assert.deepEqual(await sheet.shown(either.id), ['1', '2', 'c'])
    await shorter.add([{ [source.id]: '3' }])
    assert.deepEqual(await states(either.id), ['COMPLETED', 'COMPLETED', 'STALE'])
    await recalculate(sheet)
    assert.deepEqual(await sheet.shown(either.id), ['1', '2', '3'])
    bodyOf(await app.api.delete(`${shorter.path}/columns/${source.id}`))
    const { status, error } = await sheet.cell(0, shown.id)
    assert.deepEqual([status, error], ['FAILED', 'source_missing'])
    const { status: alone } = bodyOf(
      await app.api.get(`${sheet.path}/cells/${(await sheet.cell(0, shown.id)).id}`),
      200,
    ).cell
    assert.equal(alone, 'FAILED')
    await recalculate(sheet)
    assert.deepEqual(await states(either.id), ['FAILED', 'FAILED', 'FAILED'])
  })

  it('have the result of a comparison as its display value, in rows and in single cells', async () => {
    await words('one', 'two')
    const same = await sheet.column('same', 'COMPARE', { sources: ['text'], target: 'one' })
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(same.id), ['true', 'false'])
    const { id } = await sheet.cell(1, same.id)
    assert.equal(bodyOf(await app.api.get(`${sheet.path}/cells/${id}`)).cell.display_value, 'false')
  })
})
