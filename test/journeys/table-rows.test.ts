import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { computeCells, emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('rows', () => {
  const app = appOfSuite({}, { role: 'api' })
  let sheet: SheetClient

  const remove = (row_indices: number[]) => app.api.delete(`${sheet.path}/rows`, {}, { row_indices })
  const move = (row_indices: number[], to_index: number) =>
    app.api.post(`${sheet.path}/rows/move`, { row_indices, to_index })
  const words = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`)
  const filled = async (count: number) => {
    sheet = await emptySheet(app.api)
    const column = await sheet.column('text')
    for (let start = 0; start < count; start += 100)
      await sheet.add(
        words(count)
          .slice(start, start + 100)
          .map((value) => ({ [column.id]: value })),
      )
    return column.id as string
  }

  it('are added at the end with values of any kind; missing values are empty, computed cells stale', async () => {
    sheet = await emptySheet(app.api)
    refused(await app.api.post(`${sheet.path}/rows`, {}), 400, 'bad_request')
    const [a, b] = [await sheet.column('a'), await sheet.column('b')]
    const computed = await sheet.column('c', 'COUNT', { source: 'a', type: 'chars' })
    const value = { deep: ['\u0000', 1.5, { __x: null }] }
    const answer = bodyOf(
      await app.api.post(`${sheet.path}/rows`, { count: 2, values: [{ [a.id]: 'text', [b.id]: value }] }),
      201,
    )
    assert.deepEqual(
      [answer.rows_created, answer.start_row_index, answer.row_indices, answer.cell_count, answer.row_count],
      [2, 0, [0, 1], 6, 2],
    )
    const [first, second] = answer.rows
    assert.deepEqual(first.cells[b.id].value, { value })
    assert.equal(first.cells[b.id].display_value, JSON.stringify(value))
    assert.deepEqual([second.cells[a.id].value, second.cells[a.id].display_value], [null, null])
    assert.deepEqual([first.cells[computed.id].status, first.cells[a.id].status], ['STALE', 'COMPLETED'])
    assert.deepEqual(await sheet.rows(), answer.rows)
    assert.equal(bodyOf(await app.api.post(`${sheet.path}/rows`), 201).start_row_index, 2)
    const ignored = { count: 1, values: [{ [a.id]: 'kept' }, { [a.id]: 'beyond count' }] }
    assert.equal(bodyOf(await app.api.post(`${sheet.path}/rows`, ignored), 201).row_count, 4)
    assert.deepEqual((await sheet.counts()).status_counts.STALE, 4)
  })

  it('are refused with the field: too many, values for computed or unknown columns', async () => {
    const column = await filled(0)
    const computed = await sheet.column('c', 'COUNT', { source: 'text', type: 'chars' })
    const post = (body: unknown) => app.api.post(`${sheet.path}/rows`, body)
    for (const count of [0, 101, 1.5, '1']) assert.equal((await post({ count })).status, 422)
    assert.match(refused(await post({ values: [{ [computed.id]: 1 }] }), 400, 'bad_request'), /COUNT/)
    refused(await post({ values: [{ [randomUUID()]: 1 }] }), 400, 'bad_request')
    refused(await post({ count: 2, values: [{ [column]: 'fine' }, { nonsense: 1 }] }), 400, 'bad_request')
    assert.equal((await sheet.read()).row_count, 0)
  })

  it('are listed by pages in both directions, from any index', async () => {
    const column = await filled(250)
    assert.deepEqual(await sheet.shown(column), words(250))
    const backwards = await sheet.rows('&order=desc')
    assert.deepEqual(
      backwards.map(({ row_index }) => row_index),
      [...words(250).keys()].reverse(),
    )
    const page = async (query: string) => bodyOf(await app.api.get(`${sheet.path}/rows?${query}`))
    const first = await page('limit=10')
    assert.deepEqual([first.row_count, first.columns.length, first.has_more], [250, 1, true])
    const next = await page(`limit=10&cursor=${first.next_cursor}&include_row_count=false`)
    assert.deepEqual([next.columns, next.row_count, next.data[0].row_index], [[], undefined, 10])
    assert.equal((await page(`cursor=${first.next_cursor}&include_columns=true`)).columns.length, 1)
    assert.deepEqual((await page('include_columns=false')).columns, [])
    const within = await page('start_row_index=200&limit=5')
    assert.deepEqual(
      within.data.map(({ row_index }: { row_index: number }) => row_index),
      [200, 201, 202, 203, 204],
    )
    assert.deepEqual((await page('start_row_index=999')).data, [])
    refused(
      await app.api.get(`${sheet.path}/rows?order=desc&cursor=${first.next_cursor}`),
      400,
      'bad_request',
    )
  })

  it('of many megabytes shorten pages, saved versions and differences', async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    const save = async (name: string) =>
      bodyOf(await app.api.post(`${sheet.path}/versions`, { name }), 201).version.id
    const before = await save('before')
    const long = 'x'.repeat(3_000_000)
    for (let row = 0; row < 8; row++) await sheet.add([{ [text.id]: `${row}${long}` }])
    for (const order of ['asc', 'desc']) {
      const page = bodyOf(await app.api.get(`${sheet.path}/rows?order=${order}`))
      assert.ok(page.data.length > 0 && page.data.length < 4, `${page.data.length} rows`)
      assert.deepEqual([page.has_more, page.pagination.limit, page.row_count], [true, 100, 8])
    }
    const first = ({ display_value }: { display_value: string }) => Number(display_value[0])
    const all = [0, 1, 2, 3, 4, 5, 6, 7]
    assert.deepEqual(
      (await sheet.rows()).map(({ cells }) => first(cells[text.id])),
      all,
    )
    const saved = await save('after')
    const pagedRows: number[] = []
    do {
      const path = `${sheet.path}/versions/${saved}?row_offset=${pagedRows.length}`
      const { metadata, deltas, snapshot } = bodyOf(await app.api.get(path)).version
      assert.ok(snapshot.rows.length > 0 && snapshot.rows.length < 8)
      assert.equal(snapshot.rows[0].row_index, pagedRows.length)
      assert.ok(deltas.length < 16 && !metadata.deltas_complete, 'a row_added and a cell_set for each row')
      pagedRows.push(
        ...snapshot.rows.map(({ cells }: { cells: Record<string, { display_value: string }> }) =>
          first(cells[text.id]!),
        ),
      )
    } while (pagedRows.length < 8)
    assert.deepEqual(pagedRows, all)
    assert.equal(
      bodyOf(await app.api.get(`${sheet.path}/versions/${before}/diff/${saved}`)).is_complete,
      false,
    )
  })

  it('get new indexes when others are deleted, and their cells keep their ids', async () => {
    const column = await filled(10)
    const computed = await sheet.column('c', 'COUNT', { source: 'text', type: 'chars' })
    await computeCells(app.context, sheet, computed.id, (row) => row)
    const last = await sheet.cell(9, column)
    const answer = bodyOf(await remove([0, 3, 3, 8]))
    assert.deepEqual([answer.deleted_count, answer.row_count], [3, 7])
    assert.deepEqual(await sheet.shown(column), [
      'row 1',
      'row 2',
      'row 4',
      'row 5',
      'row 6',
      'row 7',
      'row 9',
    ])
    assert.deepEqual(await sheet.shown(computed.id), ['1', '2', '4', '5', '6', '7', '9'])
    const moved = bodyOf(await app.api.get(`${sheet.path}/cells/${last.id}`)).cell
    assert.deepEqual([moved.row_index, moved.display_value], [6, 'row 9'])
    const { status_counts, total_cells } = await sheet.counts()
    assert.deepEqual([status_counts.COMPLETED, total_cells], [7, 7])
    refused(await remove([6, 7]), 400, 'bad_request')
    assert.equal((await remove([])).status, 422)
    await sheet.add([{ [column]: 'new' }])
    assert.equal((await sheet.shown(column)).at(-1), 'new')
    bodyOf(await remove([...Array(8).keys()]))
    assert.deepEqual(await sheet.rows(), [])
  })

  it('move together to an index', async () => {
    const column = await filled(5)
    assert.equal(bodyOf(await move([1, 3], 0)).moved_count, 2)
    assert.deepEqual(await sheet.shown(column), ['row 1', 'row 3', 'row 0', 'row 2', 'row 4'])
    bodyOf(await move([0], 4))
    assert.deepEqual(await sheet.shown(column), ['row 3', 'row 0', 'row 2', 'row 4', 'row 1'])
    refused(await move([0, 1], 4), 400, 'bad_request')
    refused(await move([5], 0), 400, 'bad_request')
  })

  it('are in the order of a plain list after inserts, deletions and moves', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 4 }) }),
      fc.record({
        kind: fc.constant('delete' as const),
        rows: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({
        kind: fc.constant('move' as const),
        rows: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
        to: fc.nat(20),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const column = await filled(6)
        let model = words(6)
        for (const [index, one] of steps.entries()) {
          if (one.kind === 'add') {
            const added = Array.from({ length: one.count }, (_, each) => `${index} ${each}`)
            await sheet.add(added.map((value) => ({ [column]: value })))
            model.push(...added)
            continue
          }
          const rows = [...new Set(one.rows.filter((row) => row < model.length))].sort((a, b) => a - b)
          if (rows.length === 0) continue
          const named = rows.map((row) => model[row]!)
          model = model.filter((_, row) => !rows.includes(row))
          if (one.kind === 'delete') bodyOf(await remove(rows))
          else {
            const to = Math.min(one.to, model.length)
            bodyOf(await move(rows, to))
            model.splice(to, 0, ...named)
          }
        }
        assert.deepEqual(await sheet.shown(column), model)
        const indexes = (await sheet.rows()).map(({ row_index }) => row_index)
        assert.deepEqual(indexes, [...model.keys()])
        assert.equal((await sheet.read()).row_count, model.length)
      }),
      { numRuns: 15 },
    )
  })
})

describe('cells', () => {
  const app = appOfSuite({}, { role: 'api' })
  let sheet: SheetClient

  it('of text are written, and cells of the same row that read them become stale', async () => {
    sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'a' }, { [input.id]: 'b' }])
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    const long = await sheet.column('long', 'MATH_OPERATOR', {
      sources: ['length'],
      operator: 'gt',
      value: 3,
    })
    for (const { id } of [length, long]) await computeCells(app.context, sheet, id, (row) => row)
    const { version_count } = await sheet.read()
    const answer = bodyOf(await sheet.write(1, input.id, { display_value: 'longer' }))
    assert.deepEqual(
      [answer.stale_count, answer.version, answer.cell.value],
      [2, version_count + 1, { value: 'longer' }],
    )
    const [first, second] = await sheet.rows()
    assert.deepEqual(
      [first, second].map(({ cells }) => [cells[length.id].status, cells[long.id].status]),
      [
        ['COMPLETED', 'COMPLETED'],
        ['STALE', 'STALE'],
      ],
    )
    assert.deepEqual(second.cells[input.id], answer.cell)
    assert.equal(bodyOf(await sheet.write(0, input.id, { value: 'a' })).stale_count, 0, 'nothing changed')
    assert.deepEqual(second.cells[length.id].value, { value: 1 })
    refused(await sheet.write(0, length.id, { value: 1 }), 400, 'bad_request')
  })

  it('accept a value with or without its envelope, and with or without a display value', async () => {
    sheet = await emptySheet(app.api)
    const { id } = await sheet.column('input')
    await sheet.add([{}])
    for (const [body, value] of [
      [{ value: { value: 'x' } }, { value: 'x' }],
      [
        { value: { value: 'x', display_value: 'ignored' } },
        { value: { value: 'x', display_value: 'ignored' } },
      ],
      [{ value: { a: 1 }, display_value: '{"a":1}' }, { value: { a: 1 } }],
      [{ value: 7 }, { value: 7 }],
      [{ value: false }, { value: false }],
      [{ value: { value: 'x' }, display_value: null }, { value: 'x' }],
      [{ display_value: '' }, { value: '' }],
      [{ display_value: 'a\u0000\ud83d\ude00' }, { value: 'a\u0000\ud83d\ude00' }],
      [{ value: null }, null],
    ] as const)
      assert.deepEqual(bodyOf(await sheet.write(0, id, body)).cell.value, value, JSON.stringify(body))
    refused(await sheet.write(0, id, {}), 400, 'bad_request')
  })

  it('of HUMAN columns are written by people, and are counted only with an answer', async () => {
    sheet = await emptySheet(app.api)
    const rating = await sheet.column('rating', 'HUMAN', {
      data_type: 'number',
      ui_element: { type: 'slider', min: 0, max: 5 },
    })
    await sheet.add([{}, {}])
    assert.equal((await sheet.counts()).total_cells, 0)
    const answer = bodyOf(await sheet.write(0, rating.id, { value: 4 }))
    assert.deepEqual([answer.cell.status, answer.cell.value], ['COMPLETED', { value: 4 }])
    const { total_cells, status_counts } = await sheet.counts()
    assert.deepEqual([total_cells, status_counts.COMPLETED], [1, 1])
    assert.equal((await sheet.cell(1, rating.id)).status, 'STALE')
    for (const wrong of [6, -1, 'four', true, [4]]) {
      const message = refused(await sheet.write(0, rating.id, { value: wrong }), 400, 'bad_request')
      assert.match(message, /^The answer must be /)
    }
    assert.deepEqual(bodyOf(await sheet.write(0, rating.id, { display_value: ' 3 ' })).cell.value, {
      value: 3,
    })
    const saved = bodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'rated' }), 201).version
    const other = { data_type: 'number', ui_element: { type: 'slider', min: 0, max: 2 } }
    bodyOf(await app.api.patch(`${sheet.path}/columns/${rating.id}`, { config: other }))
    const { status, value } = await sheet.cell(0, rating.id)
    assert.deepEqual([status, value, (await sheet.counts()).total_cells], ['STALE', null, 0])
    bodyOf(await app.api.post(`${sheet.path}/versions`, { source_version_id: saved.id }), 201)
    assert.deepEqual((await sheet.cell(0, rating.id)).value, { value: 3 })
    assert.equal(bodyOf(await sheet.write(0, rating.id, { value: null })).cell.status, 'STALE')
    assert.equal((await sheet.counts()).total_cells, 0)
  })

  it('that do not exist are 404 for any id', async () => {
    sheet = await emptySheet(app.api)
    const column = await sheet.column('input')
    await sheet.add([{}])
    const { id } = await sheet.cell(0, column.id)
    const other = await emptySheet(app.api)
    for (const wrong of [
      randomUUID(),
      `${id.slice(0, -1)}9`,
      `${id.slice(0, -9)}f${id.slice(-8)}`,
      'text',
      sheet.id,
    ]) {
      refused(await app.api.get(`${sheet.path}/cells/${wrong}`), 404, 'not_found')
      refused(await app.api.patch(`${sheet.path}/cells/${wrong}`, { value: 1 }), 404, 'not_found')
    }
    refused(await app.api.get(`${other.path}/cells/${id}`), 404, 'not_found')
    bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] }))
    refused(await app.api.get(`${sheet.path}/cells/${id}`), 404, 'not_found')
  })
})
