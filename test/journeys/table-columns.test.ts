import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { computeCells, emptySheet, refused, SheetClient, tablesPath } from './support/tables.ts'

interface Titled {
  readonly title: string
}

describe('columns', () => {
  const app = appOfSuite({}, { role: 'api' })
  let sheet: SheetClient

  const fresh = async () => {
    sheet = await emptySheet(app.api)
    return sheet
  }
  const create = (body: unknown) => app.api.post(`${sheet.path}/columns`, body)
  const change = (id: string, body: unknown) => app.api.patch(`${sheet.path}/columns/${id}`, body)

  it('are created in the order of the calls, each with a new version, and computed cells are queued', async () => {
    await fresh()
    const input = await sheet.column('input', 'text')
    await sheet.add([{ [input.id]: 'one' }, {}])
    const { version_count } = await sheet.read()
    const answer = bodyOf(
      await create({ title: 'length', type: 'COUNT', config: { source: 'input', type: 'chars' } }),
      200,
    )
    assert.equal(answer.version, version_count + 1)
    assert.deepEqual(
      answer.cells.map(({ status, row_index, value }: Record<string, unknown>) => [status, row_index, value]),
      [
        ['QUEUED', 0, null],
        ['QUEUED', 1, null],
      ],
    )
    const { column } = answer
    assert.deepEqual([column.position_rank, column.is_output_column, column.is_system], [2, false, false])
    assert.deepEqual(column.dependencies, [
      { column_id: input.id, reference_type: 'value', config_key: 'source', config_meta: null },
    ])
    assert.deepEqual(await sheet.columns(), [input, column])
    const counts = await sheet.counts()
    assert.deepEqual([counts.total_cells, counts.status_counts.QUEUED], [2, 2])
    const versions = bodyOf(await app.api.get(`${sheet.path}/versions`))
    assert.deepEqual(versions.data[0].metadata, {
      reason: 'column_created',
      column_id: column.id,
      version_count: version_count + 1,
      row_count: 2,
    })
    assert.deepEqual((await sheet.rows())[1].cells[column.id], answer.cells[1])
    const { version } = bodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'mine' }), 201)
    assert.ok(version.created_by)
    assert.equal(versions.data[0].created_by, version.created_by)
  })

  it('are created without a run on request', async () => {
    await fresh()
    const input = await sheet.column('input', 'text')
    await sheet.add([{ [input.id]: 'one' }])
    const config = { source: 'input', type: 'chars' }
    const answer = bodyOf(await create({ title: 'length', type: 'COUNT', config, queue_cells: false }))
    assert.deepEqual(answer.cells, [])
    const { status_counts } = await sheet.counts()
    assert.deepEqual([status_counts.STALE, status_counts.QUEUED], [1, 0])
  })

  it('wait a moment in a sheet without written rows, because the SDKs delete the empty row after creating columns', async () => {
    await fresh()
    const input = await sheet.column('input')
    const isDelayed = async () => {
      const config = { source: 'input', type: 'chars' }
      const [{ execution_id: run }] = bodyOf(
        await create({ title: randomUUID(), type: 'COUNT', config }),
        200,
      ).cells
      const { db } = app.context.store
      const [job] = await db.selectFrom('jobs').selectAll().where('run', '=', run).execute()
      return job!.ready_at > job!.created_at
    }
    await sheet.add([{}, { [input.id]: ' ' }])
    assert.equal(await isDelayed(), true)
    await sheet.add([{ [input.id]: 'written' }])
    assert.equal(await isDelayed(), false)
  })

  it('accept the type names of older clients', async () => {
    await fresh()
    await sheet.column('a')
    const code = await sheet.column('b', 'code', { code: 'return 1', language: 'PYTHON' })
    const compared = await sheet.column('c', 'comparison', { sources: ['a', 'b'] })
    assert.deepEqual([code.type, compared.type], ['CODE_EXECUTION', 'COMPARE'])
    assert.equal((await create({ title: 'd', type: 'DATASET' })).status, 422)
    const trace = await sheet.column('Trace', 'TRACE', {}, { is_output_column: true })
    assert.deepEqual([trace.type, trace.is_output_column], ['TRACE', true])
  })

  it('are refused with the reason: unknown and ambiguous sources, cycles, invalid configs', async () => {
    await fresh()
    const first = await sheet.column('same')
    await sheet.column('same')
    const count = (source: string) => ({ title: 'n', type: 'COUNT', config: { source, type: 'chars' } })
    assert.match(refused(await create(count('nothing')), 400, 'bad_request'), /config\.source .*"nothing"/)
    assert.match(refused(await create(count('same')), 400, 'bad_request'), /2 columns have that title/)
    assert.match(refused(await create({ ...count('same'), config: {} }), 400, 'bad_request'), /source/)
    const byId = await sheet.column('by id', 'COUNT', { source: first.id, type: 'chars' })
    const pinned = [{ column_id: first.id, config_key: 'source' }]
    const byPin = bodyOf(await create({ ...count('same'), dependencies: pinned })).column
    const next = await sheet.column('next', 'COUNT', { source: byPin.id, type: 'chars' })
    const message = refused(
      await change(byPin.id, { config: { source: next.id, type: 'chars' } }),
      400,
      'bad_request',
    )
    assert.match(message, /cycle: (n -> next -> n|next -> n -> next)$/)
    refused(await change(byId.id, { config: { source: byId.id, type: 'chars' } }), 400, 'bad_request')
    refused(await change(byId.id, { type: 'TEXT' }), 400, 'bad_request')
    assert.equal(bodyOf(await change(byId.id, { type: 'COUNT', title: 'kept' })).column.title, 'kept')
    assert.equal((await sheet.columns()).length, 5)
  })

  it('keep their source when it is renamed, and no cell becomes stale', async () => {
    await fresh()
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'words' }])
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    await computeCells(app.context, sheet, length.id, () => 5)
    const answer = bodyOf(await change(input.id, { title: 'question' }))
    assert.deepEqual([answer.requires_recalculation, answer.affected_column_ids], [false, []])
    const [, renamed] = await sheet.columns()
    assert.equal(renamed.config.source, 'question')
    assert.equal((await sheet.cell(0, length.id)).status, 'COMPLETED')
    await sheet.column('input')
    assert.equal((await sheet.columns())[1].dependencies[0].column_id, input.id)
  })

  it('become stale, and so do columns that read them, when their config changes', async () => {
    await fresh()
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'a' }, { [input.id]: 'b' }])
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    const long = await sheet.column('long', 'MATH_OPERATOR', {
      sources: ['length'],
      operator: 'gt',
      value: 3,
    })
    const apart = await sheet.column('apart', 'COUNT', { source: 'input', type: 'words' })
    for (const { id } of [length, long, apart]) await computeCells(app.context, sheet, id, (row) => row)
    const answer = bodyOf(await change(length.id, { config: { source: 'input', type: 'words' } }))
    assert.deepEqual(
      [answer.requires_recalculation, answer.affected_column_ids.toSorted()],
      [true, [length.id, long.id].toSorted()],
    )
    const { cells } = (await sheet.rows())[1]
    assert.deepEqual(
      [length, long, apart].map(({ id }) => cells[id].status),
      ['STALE', 'STALE', 'COMPLETED'],
    )
    assert.equal(cells[long.id].value.value, 1, 'the last value stays readable')
    const { status_counts, total_cells } = await sheet.counts()
    assert.deepEqual([status_counts.STALE, status_counts.COMPLETED, total_cells], [4, 2, 6])
    assert.equal(bodyOf(await change(length.id, { title: 'size' })).requires_recalculation, false)
  })

  it('are deleted although others read them, whose cells become stale', async () => {
    await fresh()
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'a' }])
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    await computeCells(app.context, sheet, length.id, () => 1)
    const answer = bodyOf(await app.api.delete(`${sheet.path}/columns/${input.id}`))
    assert.equal(answer.stale_count, 1)
    assert.equal((await sheet.cell(0, length.id)).status, 'STALE')
    refused(await app.api.delete(`${sheet.path}/columns/${input.id}`), 404, 'not_found')
    refused(await change(input.id, { title: 'x' }), 404, 'not_found')
  })

  it('are refused if their title would close a cycle through columns whose source was deleted', async () => {
    await fresh()
    const input = await sheet.column('input')
    await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    bodyOf(await app.api.delete(`${sheet.path}/columns/${input.id}`))
    const circle = { title: 'input', type: 'COUNT', config: { source: 'length', type: 'chars' } }
    assert.match(
      refused(await create(circle), 400, 'bad_request'),
      /length -> input -> length|input -> length -> input/,
    )
    bodyOf(await create({ ...circle, title: 'next' }))
  })

  it('whose source was deleted can be renamed and marked as output', async () => {
    await fresh()
    const input = await sheet.column('input')
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    bodyOf(await app.api.delete(`${sheet.path}/columns/${input.id}`))
    const { column } = bodyOf(await change(length.id, { title: 'size', is_output_column: true }))
    assert.deepEqual(
      [column.title, column.is_output_column, column.dependencies[0].column_id],
      ['size', true, input.id],
    )
    const config = { source: 'input', type: 'words' }
    assert.match(
      refused(await change(length.id, { config }), 400, 'bad_request'),
      /"input" \(.*\), and there is no such column/,
    )
  })

  it('that read each other after a restore do not block other columns', async () => {
    const table = bodyOf(await app.api.post(tablesPath, { title: 'circle' }), 201).table.id
    const { sheet: second } = bodyOf(await app.api.post(`${tablesPath}/${table}/sheets`, { title: 'B' }), 201)
    const [{ id: first }] = bodyOf(await app.api.get(`${tablesPath}/${table}/sheets`)).data
    const [a, b] = [new SheetClient(app.api, table, first), new SheetClient(app.api, table, second.id)]
    const shown = await b.column('shown', 'COMPOSITION', { source: 'Column A' })
    await a.column('mirror', 'COMPOSITION', { source: 'circle.B.shown' })
    const length = await a.column('length', 'COUNT', { source: 'mirror', type: 'chars' })
    const { version } = bodyOf(await app.api.post(`${a.path}/versions`, { name: 'before' }), 201)
    const elsewhere = { config: { source: 'Column A', type: 'chars' } }
    bodyOf(await app.api.patch(`${a.path}/columns/${length.id}`, elsewhere))
    const back = { config: { source: 'circle.Sheet 1.length' } }
    bodyOf(await app.api.patch(`${b.path}/columns/${shown.id}`, back))
    bodyOf(await app.api.post(`${a.path}/versions`, { source_version_id: version.id }), 201)

    await b.column('more', 'COUNT', { source: 'Column A', type: 'chars' })
    bodyOf(await app.api.patch(`${a.path}/columns/${length.id}`, { title: 'size' }))
    const again = { config: { source: 'mirror', type: 'words' } }
    const message = refused(await app.api.patch(`${a.path}/columns/${length.id}`, again), 400, 'bad_request')
    assert.match(message, /cycle/)
    bodyOf(await app.api.patch(`${a.path}/columns/${length.id}`, elsewhere))
  })

  it('are copied to the position after the original, with their values', async () => {
    await fresh()
    const input = await sheet.column('input')
    const length = await sheet.column('length', 'COUNT', { source: 'input', type: 'chars' })
    await sheet.add([{ [input.id]: 'a' }, {}, { [input.id]: 'ccc' }])
    await computeCells(app.context, sheet, length.id, (row) => row)
    const texts = bodyOf(await app.api.post(`${sheet.path}/columns/${input.id}/duplicate`, {}), 201).column
    const counts = bodyOf(
      await app.api.post(`${sheet.path}/columns/${length.id}/duplicate`, { title: 'again' }),
      201,
    ).column
    assert.deepEqual(
      (await sheet.columns()).map(({ title }: Titled) => title),
      ['input', 'input 2', 'length', 'again'],
    )
    assert.deepEqual(await sheet.shown(texts.id), ['a', null, 'ccc'])
    assert.deepEqual(await sheet.shown(counts.id), ['0', '1', '2'])
    assert.equal((await sheet.counts()).status_counts.COMPLETED, 6)
    bodyOf(await sheet.write(0, texts.id, { value: 'changed' }))
    assert.deepEqual(await sheet.shown(input.id), ['a', null, 'ccc'])
  })

  it('of the system are omitted by default, and have the cost and time of runs', async () => {
    await fresh()
    const template = { template: { name: 'x' }, prompt_template_variable_mappings: {} }
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', template)
    await sheet.column('note')
    await sheet.add([{}, {}])
    await computeCells(app.context, sheet, answer.id, () => 'said')
    const titles = async (query: string) => (await sheet.columns(query)).map(({ title }: Titled) => title)
    assert.deepEqual(await titles(''), ['answer', 'note'])
    const all = await sheet.columns('?include_system_columns=true')
    const [, price, latency] = all
    assert.deepEqual(
      all.map(({ title }: Titled) => title),
      ['answer', 'answer.price', 'answer.latency', 'note'],
    )
    assert.deepEqual([price.is_system, price.config.source_column_id], [true, answer.id])
    const page = bodyOf(
      await app.api.get(
        `${sheet.path}/rows?include_system_columns=true&include_execution_metadata_aggregates=true`,
      ),
      200,
    )
    const cell = page.data[1].cells[latency.id]
    assert.equal(cell.value.value, 200)
    assert.deepEqual(bodyOf(await app.api.get(`${sheet.path}/cells/${cell.id}`)).cell, {
      ...cell,
      evidence: null,
    })
    refused(await app.api.patch(`${sheet.path}/cells/${cell.id}`, { value: 1 }), 404, 'not_found')
    const { by_column_id, sheet: whole } = page.execution_metadata_aggregates
    assert.deepEqual(by_column_id[latency.id], {
      metric_key: 'latency_ms',
      metric_label: 'latency',
      count: 2,
      sum: 300,
      avg: 150,
      min: 100,
      max: 200,
      unpriced: 0,
      column_id: latency.id,
      source_column_id: answer.id,
    })
    assert.deepEqual([whole.by_metric.price.sum, whole.by_metric.price.count], [0.5, 2])
    assert.equal(page.data[0].cells[answer.id].request_metrics.price, 0.25)
  })

  it('of another sheet are shown by composition, row by row', async () => {
    const other = await emptySheet(app.api)
    const source = await other.column('source')
    await other.add([{ [source.id]: 'first' }, { [source.id]: 'second' }])
    await fresh()
    const note = await sheet.column('note')
    await sheet.add([{}, {}, {}])
    const shown = await sheet.column('shown', 'COMPOSITION', { source: source.id })
    const again = await sheet.column('again', 'COMPOSITION', { source: 'shown' })
    const length = await sheet.column('length', 'COUNT', { source: 'again', type: 'chars' })
    await computeCells(app.context, sheet, length.id, () => 1)
    assert.deepEqual(await sheet.shown(again.id), ['first', 'second', null])
    const before = await sheet.read()
    const written = bodyOf(await other.write(1, source.id, { value: 'changed' }))
    assert.equal(written.stale_count, 1)
    assert.deepEqual(await sheet.shown(shown.id), ['first', 'changed', null])
    assert.deepEqual(
      (await sheet.rows()).map(({ cells }) => cells[length.id].status),
      ['COMPLETED', 'STALE', 'COMPLETED'],
    )
    assert.ok((await sheet.read()).version_count > before.version_count)
    const back = { title: 'back', type: 'COMPOSITION', config: { source: length.id } }
    const backColumn = bodyOf(await app.api.post(`${other.path}/columns`, back)).column
    assert.match(
      refused(
        await app.api.patch(`${other.path}/columns/${backColumn.id}`, { config: { source: 'nothing' } }),
        400,
        'bad_request',
      ),
      /no such column/,
    )
    const circle = { title: 'c', type: 'COMPOSITION', config: { source: backColumn.id } }
    const c = bodyOf(await create(circle)).column
    assert.match(refused(await change(again.id, { config: { source: c.id } }), 400, 'bad_request'), /cycle/)
    refused(
      await create({ title: 'n', type: 'COUNT', config: { source: source.id, type: 'chars' } }),
      400,
      'bad_request',
    )
    const byPath = await emptySheet(app.api)
    await app.api.patch(`/api/public/v2/tables/${byPath.table}`, { title: 'My table' })
    await byPath.column('col')
    bodyOf(
      await create({ title: 'path', type: 'COMPOSITION', config: { source: 'My table.Sheet 1.col' } }),
      200,
    )
    assert.equal(note.type, 'TEXT')
  })

  it('of a sheet that mirrors another become stale when that sheet or its table is deleted', async () => {
    for (const deleted of ['sheet', 'table']) {
      const source = await emptySheet(app.api)
      const text = await source.column('text')
      await source.add([{ [text.id]: 'a' }])
      const reader = await fresh()
      const note = await reader.column('note')
      await reader.add([{ [note.id]: 'own' }])
      const shown = await reader.column('shown', 'COMPOSITION', { source: text.id })
      const length = await reader.column('length', 'COUNT', { source: 'shown', type: 'chars' })
      const own = await reader.column('own', 'COUNT', { source: 'note', type: 'chars' })
      for (const { id } of [length, own]) await computeCells(app.context, reader, id, () => 1)
      bodyOf(await app.api.delete(deleted === 'sheet' ? source.path : `${tablesPath}/${source.table}`))
      const { cells } = (await reader.rows())[0]
      assert.deepEqual(
        [shown, length, own].map(({ id }) => cells[id].status),
        ['FAILED', 'STALE', 'COMPLETED'],
        deleted,
      )
    }
  })

  it('have limits', async () => {
    await fresh()
    for (const title of ['', 'x'.repeat(256)])
      assert.equal((await create({ title, type: 'TEXT' })).status, 422)
    const { store } = app.context
    const first = await sheet.column('x'.repeat(255))
    await store.transact(async (tx) => {
      const row = await tx
        .selectFrom('sheet_columns')
        .selectAll()
        .where('id', '=', first.id)
        .executeTakeFirstOrThrow()
      const otherDigit = first.id.at(-5) === '0' ? '1' : '0'
      const more = Array.from({ length: 998 }, (_, index) => ({
        ...row,
        number: 1000 + index,
        id: `${first.id.slice(0, -5)}${otherDigit}${(index + 4096).toString(16)}`,
      }))
      for (let start = 0; start < more.length; start += 200)
        await tx
          .insertInto('sheet_columns')
          .values(more.slice(start, start + 200))
          .execute()
    })
    assert.match(refused(await create({ title: 'one more', type: 'TEXT' }), 400, 'bad_request'), /999/)
    const pages = bodyOf(await app.api.get(`${sheet.path}/columns?limit=100`))
    assert.equal(pages.has_more, true)
    assert.equal((await app.api.get(`${sheet.path}/rows?cursor=${pages.next_cursor}`)).status, 400)
    assert.equal(bodyOf(await app.api.get(`${sheet.path}/columns?cursor=${pages.next_cursor}`)).count, 100)
  })
})
