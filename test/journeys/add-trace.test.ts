import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { contents, download } from './support/imports.ts'
import { done, emptySheet, refused } from './support/tables.ts'

const path = '/api/public/v2/dataset-versions/add-trace'

describe('traces in sheets', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  /** A run, below it a tool and a model call that was logged. */
  const trace = async () => {
    const trace_id = randomBytes(16).toString('hex')
    const [span] = endpoints.createSpans.example.body!.spans
    const [root, tool, call] = ['a1', 'b2', 'c3'].map((end) => end.padStart(16, '0'))
    const of = (name: string, span_id: string, parent_id: string | null, from: number, to: number) => ({
      ...span!,
      name,
      context: { ...span!.context, trace_id, span_id },
      parent_id,
      start_time: `1763640000${from}0000000`,
      end_time: `1763640000${to}0000000`,
      attributes: { at: name },
    })
    const spans = [
      of('Eval: cases', root!, null, 10, 50),
      of('Tool: search', tool!, root!, 20, 30),
      of('answer', call!, tool!, 22, 28),
    ]
    done(await app.api.post('/spans-bulk', { spans }), 201)
    return { trace_id, root, tool, call }
  }

  it('make a row with the trace, what it took, and the values that came with it', async () => {
    const sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    const { trace_id, tool } = await trace()
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    const first = done(await app.api.post(path, { ...body, metadata: { input: 'question', other: 1 } }), 201)
    assert.deepEqual([first.row_index, first.mode], [0, 'trace'])
    const columns = await sheet.columns('?include_system_columns=true')
    assert.deepEqual(
      columns.map(({ title, type }: { title: string; type: string }) => [title, type]),
      [
        ['input', 'TEXT'],
        ['Trace', 'TRACE'],
        ['Trace.price', 'TEXT'],
        ['Trace.latency', 'TEXT'],
      ],
    )
    const [, column, , latency] = columns
    const cell = first.row.cells[column.id]
    assert.deepEqual(
      cell.value.value.spans.map(({ name }: { name: string }) => name),
      ['Eval: cases', 'Tool: search', 'answer'],
    )
    assert.deepEqual([cell.value.value.trace_id, cell.value.value.latency_ms], [trace_id, 400])
    assert.deepEqual(cell.request_metrics.trace_ids, [trace_id])
    assert.deepEqual(first.row.cells[latency.id].value, { value: 400 })
    assert.equal(first.row.cells[input.id].display_value, 'question')

    const second = done(await app.api.post(path, { ...body, span_id: tool }), 201)
    assert.deepEqual([second.row_index, second.mode], [1, 'span'])
    const { spans } = second.row.cells[column.id].value.value
    assert.deepEqual(
      spans.map(({ name, attributes }: { name: string; attributes: object }) => [name, attributes]),
      [
        ['Tool: search', { at: 'Tool: search' }],
        ['answer', { at: 'answer' }],
      ],
    )
    const text = await (await download(sheet, app.baseUrl, app.key, '?include_system_columns=true')).text()
    assert.match(text, /^input,Trace,Trace\.price,Trace\.latency\r\nquestion,"\{""trace_id""/)
    assert.match(text, /,400\r\n/)
    assert.equal((await contents(sheet)).length, 3)
  })

  it('are refused when the trace, the span or the sheet is not there', async () => {
    const sheet = await emptySheet(app.api)
    const { trace_id } = await trace()
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    refused(await app.api.post(path, { ...body, trace_id: 'f'.repeat(32) }), 404, 'not_found')
    refused(await app.api.post(path, { ...body, span_id: 'none' }), 404, 'not_found')
    refused(await app.api.post(path, { ...body, sheet_id: sheet.table }), 404, 'not_found')
    const stranger = await app.newWorkspace()
    refused(await stranger.api.post(path, body), 404, 'not_found')
    assert.equal((await sheet.read()).row_count, 0)
  })
})
