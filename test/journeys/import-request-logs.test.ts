import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { contents, emptyTable, finishedImport, sheetFrom } from './support/imports.ts'
import { emptySheet, refused, SheetClient } from './support/tables.ts'

const example = endpoints.logRequest.example.body!

describe('imports of logged requests', () => {
  const app = appOfSuite()

  const log = async (more: object = {}): Promise<number> =>
    bodyOf(await app.api.post('/log-request', { ...example, ...more })).id
  const importInto = (sheet: SheetClient, body: object) =>
    app.api.post(`${sheet.path}/imports/request-logs`, body)

  it('append the selected requests, ordered by id', async () => {
    const sheet = await emptySheet(app.api)
    const output = await sheet.column('output')
    await sheet.add([{ [output.id]: 'old' }])
    const first = await log({ prompt_input_variables: { topic: 'birds', output: 'x' }, price: 0.5 })
    const second = await log({
      prompt_input_variables: { topic: ['a', 1] },
      metadata: { customer: 'ben' },
      price: 0.25,
    })
    const started = await importInto(sheet, {
      request_log_ids: [second, first, second],
      include_fields: ['request_id', 'output', 'price', 'metadata'],
      variables_to_parse: ['topic', 'output', 'absent'],
      metadata_cost_breakdown_key: 'customer',
      operation_id: 'logs',
    })
    const finished = await finishedImport(app.api, sheet.table, started)
    assert.deepEqual(
      [finished.status, finished.source, finished.rows_added, finished.file_name],
      ['completed', 'request_logs', 2, null],
    )
    const [titles, ...rows] = await contents(sheet)
    assert.deepEqual(titles, [
      'output',
      'request_id',
      'price',
      'metadata',
      'customer',
      'topic',
      'output 2',
      'absent',
    ])
    const text = rows[1]![0]
    assert.equal(typeof text, 'string')
    assert.deepEqual(rows, [
      ['old', null, null, null, null, null, null, null],
      [text, second, 0.25, { customer: 'ben' }, 'ben', ['a', 1], null, null],
      [text, first, 0.5, { customer: 'ada' }, 'ada', 'birds', 'x', null],
    ])
  })

  it('import listed requests in the requested order', async () => {
    const ids: number[] = []
    for (const input_tokens of [30, 10, 20, 10]) ids.push(await log({ input_tokens }))
    const order = async (more: object) => {
      const sheet = await emptySheet(app.api)
      const started = await importInto(sheet, {
        request_log_ids: ids,
        include_fields: ['request_id'],
        ...more,
      })
      await finishedImport(app.api, sheet.table, started)
      return (await contents(sheet)).slice(1).map(([id]) => ids.indexOf(id as number))
    }
    assert.deepEqual(await order({}), [0, 1, 2, 3])
    assert.deepEqual(await order({ sort_by: 'input_tokens', sort_order: 'asc', limit: 3 }), [1, 3, 2])
    assert.deepEqual(await order({ sort_by: 'input_tokens' }), [0, 2, 3, 1])
    assert.deepEqual(await order({ sort_by: 'status', sort_order: 'asc' }), [0, 1, 2, 3])
    assert.deepEqual(await order({ sort_by: 'request_start_time', sort_order: 'asc' }), [0, 1, 2, 3])
  })

  it('use the default fields if include_fields is an empty list', async () => {
    const sheet = await emptySheet(app.api)
    const started = await importInto(sheet, { request_log_ids: [await log()], include_fields: [] })
    assert.equal((await finishedImport(app.api, sheet.table, started)).rows_added, 1)
    assert.deepEqual((await contents(sheet))[0]!.slice(0, 3), ['request_id', 'input', 'output'])
  })

  it('make a sheet with a column for each field and each variable', async () => {
    const ids = [
      await log({ prompt_input_variables: { one: 1 } }),
      await log({ prompt_input_variables: { two: 2, one: null } }),
    ]
    const table = await emptyTable(app.api)
    const started = await sheetFrom(app.api, table, { type: 'request_logs', request_log_ids: ids })
    assert.equal(started.body.sheet.title, 'Request Logs')
    assert.equal((await finishedImport(app.api, table, started)).rows_added, 2)
    const sheet = new SheetClient(app.api, table, started.body.sheet.id)
    const [titles, first, second] = await contents(sheet)
    assert.deepEqual(titles!.slice(0, 3), ['request_id', 'input', 'output'])
    assert.deepEqual(titles!.slice(-2), ['one', 'two'])
    assert.deepEqual(
      [first!.slice(-2), second!.slice(-2)],
      [
        [1, null],
        [null, 2],
      ],
    )
    assert.ok(Array.isArray(first![1]))
  })

  it('select requests by a filter and words, sorted, up to a limit', async () => {
    const sheet = await emptySheet(app.api)
    const ids = []
    for (const input_tokens of [30, 10, 20]) ids.push(await log({ tags: ['wanted'], input_tokens }))
    await log({ tags: ['other'], input_tokens: 40 })
    const filter_group = { logic: 'AND', filters: [{ field: 'tags', operator: 'contains', value: 'wanted' }] }
    const fields = { include_fields: ['request_id'] }
    const sorted = { filter_group, sort_by: 'input_tokens', sort_order: 'asc', ...fields }
    assert.equal((await finishedImport(app.api, sheet.table, await importInto(sheet, sorted))).rows_added, 3)
    const some = {
      q: 'hello',
      filter_group,
      sort_by: 'input_tokens',
      sort_order: 'desc',
      limit: 2,
      ...fields,
    }
    assert.equal((await finishedImport(app.api, sheet.table, await importInto(sheet, some))).rows_added, 2)
    const none = { q: 'xylophone' }
    assert.equal((await finishedImport(app.api, sheet.table, await importInto(sheet, none))).rows_added, 0)
    const [, ...rows] = await contents(sheet)
    const [most, least, middle] = ids
    assert.deepEqual(rows.flat(), [least, middle, most, most, middle])
    const wrong = { filter_group: { filters: [{ field: 'tags', operator: 'eq', value: 1 }] } }
    assert.equal((await importInto(sheet, wrong)).status, 400)
  })

  it('make a sheet of the requests of a prompt, a version, a label, or a period', async () => {
    const name = 'imported'
    const template = endpoints.publishTemplate.example.body!
    const publish = () =>
      app.api.post('/rest/prompt-templates', {
        ...template,
        prompt_template: { prompt_name: name },
        release_labels: ['live'],
      })
    const { id } = bodyOf(await publish())
    bodyOf(await publish())
    const { release_labels: labels } = bodyOf(await app.api.get(`/prompt-templates/${id}/labels`))
    const [label] = labels
    const old = await log({
      prompt_id: id,
      prompt_version_number: 1,
      request_start_time: '2026-01-01T00:00:00Z',
      request_end_time: '2026-01-01T00:00:01Z',
    })
    const versioned = await log({ prompt_id: id, prompt_version_number: 2 })
    const labelled = await log()
    const link = { request_id: labelled, prompt_name: name, label: label.release_label }
    bodyOf(await app.api.post('/rest/track-prompt', link))
    const table = await emptyTable(app.api)
    for (const [more, expected] of [
      [{ prompt_id: id }, [old, versioned, labelled]],
      [{ prompt_version_id: label.prompt_version_id }, [versioned, labelled]],
      [{ prompt_label_id: label.release_label_id }, [labelled]],
      [{ prompt_id: id, end_time: '2026-02-01T00:00:00Z' }, [old]],
      [{ prompt_id: id, start_time: '2026-02-01T00:00:00Z' }, [versioned, labelled]],
    ] as const) {
      const started = await sheetFrom(app.api, table, { type: 'request_logs', ...more })
      assert.equal((await finishedImport(app.api, table, started)).error_message, null)
      const [, ...rows] = await contents(new SheetClient(app.api, table, started.body.sheet.id))
      assert.deepEqual(rows.map(([request]) => request).sort(), [...expected].sort(), JSON.stringify(more))
    }
  })

  it('are refused for missing entities and for several selections at once', async () => {
    const sheet = await emptySheet(app.api)
    const id = await log()
    const stranger = await app.newWorkspace()
    const theirs = bodyOf(await stranger.api.post('/log-request', example)).id
    for (const wrong of [theirs, 987_654_321])
      refused(await importInto(sheet, { request_log_ids: [id, wrong] }), 404, 'not_found')
    refused(await importInto(sheet, {}), 400, 'bad_request')
    refused(await importInto(sheet, { request_log_ids: [id], q: 'x' }), 400, 'bad_request')
    const unknown = await importInto(sheet, { request_log_ids: [id], include_fields: ['nonsense'] })
    assert.match(refused(unknown, 400, 'bad_request'), /"nonsense" is none of request_id, /)
    for (const body of [
      { request_log_ids: [] },
      { request_log_ids: [0] },
      { request_log_ids: [id], limit: 50_001 },
    ])
      assert.equal((await importInto(sheet, body)).status, 422)
    const source = { type: 'request_logs', prompt_id: 987_654_321 }
    refused(await sheetFrom(app.api, sheet.table, source), 404, 'not_found')
    assert.equal((await sheet.read()).row_count, 0)
    const limited = await importInto(sheet, { request_log_ids: [id, await log()], limit: 1 })
    assert.equal((await finishedImport(app.api, sheet.table, limited)).rows_added, 1)
  })
})
