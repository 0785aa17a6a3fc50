import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { computeCells, emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('versions of a sheet', () => {
  const app = appOfSuite({}, { role: 'api' })
  let sheet: SheetClient

  const save = async (name: string) =>
    bodyOf(await app.api.post(`${sheet.path}/versions`, { name }), 201).version
  const read = async (id: string, query = '') =>
    bodyOf(await app.api.get(`${sheet.path}/versions/${id}${query}`)).version
  const restore = (source_version_id: string) => app.api.post(`${sheet.path}/versions`, { source_version_id })
  const list = async (query = '') => bodyOf(await app.api.get(`${sheet.path}/versions${query}`))

  it('are saved by name, listed by number, and read with columns and rows', async () => {
    sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'one' }, { [input.id]: 'two' }])
    const before = (await list()).data[0].version_number
    const saved = await save('first')
    assert.deepEqual(
      [saved.version_number, saved.name, saved.metadata.reason],
      [before + 1, 'first', 'saved'],
    )
    bodyOf(await sheet.write(0, input.id, { value: 'changed' }))
    const version = await read(saved.id)
    assert.deepEqual([version.snapshot.row_count, version.snapshot.columns], [2, [input]])
    assert.deepEqual(
      version.snapshot.rows.map(
        (row: { cells: Record<string, { value: unknown }> }) => row.cells[input.id]?.value,
      ),
      [{ value: 'one' }, { value: 'two' }],
    )
    assert.deepEqual(
      version.deltas.map(({ type, after }: { type: string; after: unknown }) => [type, after]),
      [
        ['row_added', undefined],
        ['row_added', undefined],
        ['cell_set', 'one'],
        ['cell_set', 'two'],
      ],
    )
    const second = await read(saved.id, '?row_offset=1&row_limit=1')
    assert.deepEqual(
      second.snapshot.rows.map(({ row_index }: { row_index: number }) => row_index),
      [1],
    )
    const page = await list('?limit=1&order=asc')
    assert.deepEqual([page.data[0].version_number, page.has_more, page.pagination.limit], [1, true, 1])
    assert.equal((await list(`?limit=1&order=asc&cursor=${page.next_cursor}`)).data[0].version_number, 2)
    refused(
      await app.api.get(`${sheet.path}/versions?order=desc&cursor=${page.next_cursor}`),
      400,
      'bad_request',
    )
    for (const id of [randomUUID(), 'text'])
      refused(await app.api.get(`${sheet.path}/versions/${id}`), 404, 'not_found')
    assert.equal((await app.api.post(`${sheet.path}/versions`, {})).status, 422)
    assert.equal((await app.api.post(`${sheet.path}/versions`, { name: 'x'.repeat(256) })).status, 422)
  })

  it('store one history row for each cell that changes after them, however often it changes', async () => {
    sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add(Array.from({ length: 50 }, () => ({ [input.id]: 'x' })))
    await save('saved')
    const { db } = app.context.store
    const historyRows = async () => {
      const { number } = await db
        .selectFrom('sheets')
        .select('number')
        .where('id', '=', sheet.id)
        .executeTakeFirstOrThrow()
      return (await db.selectFrom('sheet_row_history').select('id').where('sheet', '=', number).execute())
        .length
    }
    const before = await historyRows()
    for (const value of ['a', 'b', 'c']) bodyOf(await sheet.write(7, input.id, { value }))
    assert.equal((await historyRows()) - before, 1)
  })

  it('are compared in both directions', async () => {
    sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'a' }, { [input.id]: 'b' }, { [input.id]: 'c' }])
    const first = await save('first')
    bodyOf(await sheet.write(1, input.id, { value: 'B' }))
    bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] }))
    bodyOf(await app.api.patch(`${sheet.path}/columns/${input.id}`, { title: 'renamed' }))
    const second = await save('second')
    const diff = async (a: string, b: string) =>
      bodyOf(await app.api.get(`${sheet.path}/versions/${a}/diff/${b}`))
    const forth = await diff(first.id, second.id)
    assert.equal(forth.is_complete, true)
    const [column, removed, ...cells] = forth.deltas
    assert.deepEqual(
      [column.type, column.before.title, column.after.title],
      ['column_updated', 'input', 'renamed'],
    )
    assert.deepEqual(removed, { type: 'row_removed', row_index_before: 0, row_index_after: null })
    assert.deepEqual(
      cells.map(({ type, row_index_before, row_index_after, before, after }: Record<string, unknown>) => [
        type,
        row_index_before,
        row_index_after,
        before,
        after,
      ]),
      [
        ['cell_set', 1, 0, 'b', 'B'],
        ['cell_set', 0, null, 'a', null],
      ],
    )
    const back = await diff(second.id, first.id)
    assert.deepEqual(
      back.deltas.map(({ type }: { type: string }) => type),
      ['column_updated', 'row_added', 'cell_set', 'cell_set'],
    )
    assert.deepEqual((await diff(first.id, first.id)).deltas, [])
    const parsed = await sheet.column('parsed', 'PARSE_VALUE', { source: 'renamed', type: 'number' })
    const third = await save('third')
    await computeCells(app.context, sheet, parsed.id, (row) => (row === 0 ? null : 2))
    const fourth = await save('fourth')
    assert.deepEqual(
      (await diff(third.id, fourth.id)).deltas.map(({ before, after }: Record<string, unknown>) => [
        before,
        after,
      ]),
      [[null, 2]],
      'a cell that is empty in both versions is no change',
    )
    refused(await app.api.get(`${sheet.path}/versions/${first.id}/diff/${randomUUID()}`), 404, 'not_found')
  })

  it('are restored with their values and states, and a restore cancels active runs', async () => {
    sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'a' }, { [input.id]: 'b' }])
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    await computeCells(app.context, sheet, length.id, (row) => row + 10)
    bodyOf(await sheet.write(1, input.id, { value: 'bb' }))
    const saved = await save('one fresh, one stale')
    const expected = await sheet.rows()
    assert.deepEqual(
      expected.map(({ cells }) => [cells[length.id].status, cells[length.id].display_value]),
      [
        ['COMPLETED', '10'],
        ['STALE', '11'],
      ],
    )
    bodyOf(await sheet.write(0, input.id, { value: 'aa' }))
    await computeCells(app.context, sheet, length.id, (row) => row + 20)
    bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [1] }))
    await sheet.add([{ [input.id]: 'new' }])
    await sheet.column('more', 'COUNT', { source: 'length', type: 'chars' })
    bodyOf(await app.api.patch(`${sheet.path}/columns/${length.id}`, { title: 'size' }))
    assert.equal((await sheet.counts()).status_counts.QUEUED, 2)
    const answer = bodyOf(await restore(saved.id), 201).version
    assert.deepEqual(
      [answer.name, answer.metadata.reason, answer.metadata.source_version_id],
      ['Restored: one fresh, one stale', 'restored', saved.id],
    )
    const { total_cells, status_counts } = await sheet.counts()
    assert.deepEqual(
      [total_cells, status_counts.COMPLETED, status_counts.STALE, status_counts.QUEUED],
      [2, 1, 1, 0],
    )
    assert.deepEqual(
      (await sheet.columns()).map(({ title }: { title: string }) => title),
      ['input', 'length'],
    )
    const content = (rows: { cells: Record<string, Record<string, unknown>> }[]) =>
      rows.map(({ cells }) =>
        [input.id, length.id].map((id) => [cells[id]!['id'], cells[id]!['status'], cells[id]!['value']]),
      )
    assert.deepEqual(content(await sheet.rows()), content(expected))
    refused(await restore(answer.id), 400, 'bad_request')
    refused(await restore(randomUUID()), 404, 'not_found')
    await sheet.add([{ [input.id]: 'after' }])
    assert.deepEqual(await sheet.shown(input.id), ['a', 'bb', 'after'])
  })

  it('each equal the sheet when they were saved, after any changes and restores', async () => {
    const some = fc.array(fc.nat(12), { minLength: 1, maxLength: 3 })
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('write' as const), row: fc.nat(12), text: fc.string() }),
      },
      fc.record({ kind: fc.constant('add' as const), text: fc.string() }),
      fc.record({ kind: fc.constant('delete' as const), rows: some }),
      fc.record({ kind: fc.constant('move' as const), rows: some, to: fc.nat(12) }),
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('compute' as const), value: fc.nat(9) }) },
      fc.record({ kind: fc.constant('column' as const), remove: fc.boolean() }),
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('save' as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), versionIndex: fc.nat(9) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        sheet = await emptySheet(app.api)
        const input = await sheet.column('input')
        const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
        await sheet.add(['a', 'b', 'c', 'd'].map((text) => ({ [input.id]: text })))
        const extra: string[] = []
        const saved: { id: string; content: unknown }[] = []
        const contentNow = async () => ({
          columns: await sheet.columns(),
          rows: (await sheet.rows()).map(({ cells }) =>
            Object.fromEntries(
              Object.entries(cells as Record<string, Record<string, unknown>>)
                .filter(([, cell]) => cell['value'] !== null)
                .map(([id, cell]) => [id, [cell['status'], cell['value']]]),
            ),
          ),
        })
        for (const step of steps) {
          const count = (await sheet.read()).row_count
          const rows = 'rows' in step ? [...new Set(step.rows)].filter((row) => row < count) : []
          if (step.kind === 'write' && step.row < count)
            bodyOf(await sheet.write(step.row, input.id, { value: step.text }))
          if (step.kind === 'add') await sheet.add([{ [input.id]: step.text }])
          if (step.kind === 'delete' && rows.length > 0)
            bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: rows }))
          if (step.kind === 'move' && rows.length > 0) {
            const to_index = Math.min(step.to, count - rows.length)
            bodyOf(await app.api.post(`${sheet.path}/rows/move`, { row_indices: rows, to_index }))
          }
          if (step.kind === 'compute')
            await computeCells(app.context, sheet, length.id, (row) => row * 10 + step.value)
          if (step.kind === 'column') {
            const there = (await sheet.columns()).map(({ id }: { id: string }) => id)
            const last = extra.findLast((id) => there.includes(id))
            if (step.remove && last) bodyOf(await app.api.delete(`${sheet.path}/columns/${last}`))
            else extra.push((await sheet.column(`column ${extra.length}`)).id)
          }
          if (step.kind === 'save') saved.push({ id: (await save('saved')).id, content: await contentNow() })
          const source =
            step.kind === 'restore' ? saved[step.versionIndex % Math.max(saved.length, 1)] : undefined
          if (source) {
            const { status } = await restore(source.id)
            assert.ok(status === 201 || status === 400)
            assert.deepEqual(await contentNow(), source.content)
          }
        }
        for (const { id, content } of saved) {
          const { snapshot } = await read(id)
          const rows = snapshot.rows.map(({ cells }: { cells: Record<string, Record<string, unknown>> }) =>
            Object.fromEntries(
              Object.entries(cells)
                .filter(([, cell]) => cell['value'] !== null)
                .map(([column, cell]) => [column, [cell['status'], cell['value']]]),
            ),
          )
          assert.deepEqual({ columns: snapshot.columns, rows }, content)
        }
      }),
      {
        numRuns: 25,
        // The cell is stale in the second version and fresh in the first, which is restored.
        examples: [
          [
            [
              { kind: 'compute', value: 0 },
              { kind: 'save' },
              { kind: 'write', row: 0, text: '' },
              { kind: 'save' },
              { kind: 'restore', versionIndex: 0 },
              { kind: 'compute', value: 0 },
            ],
          ],
        ],
      },
    )
  })
})
