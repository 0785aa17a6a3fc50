import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { exportSpans, otlpSpan } from './support/otlp.ts'
import { emptySheet, refused, tablesPath } from './support/tables.ts'

const addTrace = '/api/public/v2/dataset-versions/add-trace'

/** Calls that the SDKs' types allow beyond those of `evaluate(...)`. */
describe('calls of the SDKs that the reference does not describe', () => {
  const app = appOfSuite()

  it('make sheets without an empty row for the asynchronous Python client, which cannot delete it', async () => {
    const blocking = { 'user-agent': 'promptlayer-python/1.5.16 (python 3.11) python-requests/2.32.3' }
    const other = { 'user-agent': 'promptlayer-python/1.5.16 (python 3.11) python-httpx/0.28.1' }
    for (const [agent, rows] of [
      [blocking, 1],
      [other, 0],
      [{ 'user-agent': 'python-httpx/0.28.1' }, 1],
    ] as const) {
      const created = bodyOf(await app.api.post(tablesPath, { title: 'made' }, agent), 201)
      assert.equal(created.default_sheet.row_count, rows)
      const sheets = `${tablesPath}/${created.table.id}/sheets`
      const { sheet } = bodyOf(await app.api.post(sheets, { title: 'another' }, agent), 201)
      assert.equal(sheet.row_count, rows)
      for (const { id } of [created.default_sheet, sheet]) {
        const read = bodyOf(await app.api.get(`${sheets}/${id}/rows`))
        assert.deepEqual([read.row_count, read.data.length], [rows, rows])
        assert.deepEqual(
          read.columns.map(({ title }: { title: string }) => title),
          ['Column A'],
        )
        const added = bodyOf(await app.api.post(`${sheets}/${id}/rows`, { count: 2 }), 201)
        assert.deepEqual(added.row_indices, [rows, rows + 1])
      }
    }
  })

  it('compute cells by columns and rows', async () => {
    const sheet = await emptySheet(app.api)
    const { id: text } = await sheet.column('text')
    const { id: length } = await sheet.column('length', 'COUNT', { source: 'text', type: 'chars' })
    const { id: words } = await sheet.column('words', 'COUNT', { source: 'text', type: 'words' })
    bodyOf(await app.api.post(`${sheet.path}/rows`, { count: 3, values: [{ [text]: 'a b' }, {}, {}] }), 201)
    const path = `${sheet.path}/cells/recalculations`
    const counts = async (body: object) => {
      const { cell_count, selected_cell_count } = bodyOf(await app.api.post(path, body), 202)
      return [cell_count, selected_cell_count]
    }
    assert.deepEqual(await counts({ column_ids: [length], row_indices: [0, 0, 2] }), [2, 2])
    assert.deepEqual(await counts({ column_ids: [words.toUpperCase()] }), [3, 3])
    const { data } = bodyOf(await app.api.get(`${sheet.path}/rows`))
    assert.notEqual(data[0].cells[length].status, 'STALE')
    assert.equal(data[1].cells[length].status, 'STALE')
    assert.equal(bodyOf(await app.api.post(path, { row_indices: [1] }), 202).selected_cell_count, 2)
    refused(await app.api.post(path, { column_ids: [text] }), 400, 'bad_request')
    refused(await app.api.post(path, { column_ids: [randomUUID()] }), 400, 'bad_request')
    const small = { column_ids: [words], statuses: ['completed', 'Stale', 'FAILED'], row_ids: [0, 1, 2] }
    assert.ok([200, 202].includes((await app.api.post(`${sheet.path}/operations`, small)).status))
    assert.equal((await app.api.post(`${sheet.path}/operations`, { statuses: ['done'] })).status, 422)
    refused(await app.api.post(path, { row_indices: [3] }), 400, 'bad_request')
    for (const body of [
      {},
      { cell_ids: [data[0].cells[length].id], row_indices: [0] },
      { row_indices: [-1] },
    ])
      assert.equal((await app.api.post(path, body)).status, 422)
  })

  it('add a trace to a sheet that is named without its table', async () => {
    const sheet = await emptySheet(app.api)
    const traceId = randomBytes(16).toString('hex')
    const spanId = randomBytes(8).toString('hex')
    bodyOf(await exportSpans(app.api, otlpSpan({ traceId, spanId, name: 'Eval: one', milliseconds: 1 })))
    const body = { sheet_id: sheet.id, trace_id: traceId }
    assert.equal(bodyOf(await app.api.post(addTrace, body), 201).row_index, 0)
    const theirs = await app.newWorkspace()
    for (const [api, sheet_id] of [
      [app.api, randomUUID()],
      [theirs.api, sheet.id],
    ] as const)
      refused(await api.post(addTrace, { sheet_id, trace_id: traceId }), 404, 'not_found')
    assert.equal(
      (await app.api.post(addTrace, { smart_table_id: sheet.table, trace_id: traceId })).status,
      422,
    )
    bodyOf(await app.api.delete(`${tablesPath}/${sheet.table}`))
    refused(await app.api.post(addTrace, body), 404, 'not_found')
  })
})
