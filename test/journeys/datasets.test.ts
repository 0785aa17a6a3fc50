import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { datasetsOf, logWithVariables, newGroup, publishedGroup, v2, versions } from './support/datasets.ts'

suite('datasets', () => {
  const app = appOfSuite()
  test('a new group has a draft, and no second group gets its name', async () => {
    const body = { name: 'questions', external_ids: [{ source: 'crm', external_id: 'q' }] }
    const group = bodyOf(await app.api.post(`${v2}/dataset-groups`, body), 201)
    assert.equal(group.dataset.version_number, -1)
    assert.deepEqual(group.external_ids, body.external_ids)
    bodyOf(await app.api.post(`${v2}/dataset-groups`, { name: 'questions' }), 400)
    const clash = { name: 'other', external_ids: body.external_ids }
    const refused = bodyOf(await app.api.post(`${v2}/dataset-groups`, clash), 409)
    assert.deepEqual(Object.keys(refused).sort(), ['message', 'success'])
    const listed = bodyOf(await app.api.get(`${v2}/datasets?name=OTHER`))
    assert.equal(listed.total, 0, 'the refused group is not stored')
  })

  test('of two groups with one name at the same time, one is created', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => app.api.post(`${v2}/dataset-groups`, { name: 'racing' })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(400)])
  })

  test('requests become rows, and new variables become columns', async () => {
    const dataset_group_id = await newGroup(app.api, 'from requests')
    for (const variables of [{ question: '1 + 1' }, { question: '2 + 2', hint: 'four', input: 'mine' }]) {
      const request_log_id = await logWithVariables(app.api, variables)
      bodyOf(await app.api.post(`${versions}/add-request-log`, { dataset_group_id, request_log_id }), 201)
    }
    const [draft] = await datasetsOf(app.api, dataset_group_id)
    const { columns, rows } = bodyOf(await app.api.get(`${v2}/datasets/${draft.id}/rows`))
    assert.deepEqual(columns, draft.column_names)
    const value = (row: number, column: string) => rows[row][columns.indexOf(column)].value
    assert.equal(value(0, 'question'), '1 + 1')
    assert.equal(value(0, 'hint'), null)
    assert.equal(value(1, 'hint'), 'four')
    assert.equal(value(1, 'output'), 'Hello')
    assert.equal(rows[0].length, columns.length)
    assert.equal(rows[0][0].type, 'dataset')
    const page = bodyOf(await app.api.get(`${v2}/datasets/${draft.id}/rows?q=FOUR`))
    assert.deepEqual([page.total, page.rows.length], [1, 1])
    const none = bodyOf(await app.api.get(`${v2}/datasets/${draft.id}/rows?q=%25`))
    assert.equal(none.total, 0)
  })

  test('a saved draft is the next version; without a draft there is nothing to save or to add to', async () => {
    const dataset_group_id = await publishedGroup(app.api, 'versions', [{ a: 1 }, { a: 2 }])
    const request_log_id = await logWithVariables(app.api, { a: 3 })
    bodyOf(await app.api.post(`${versions}/save-draft`, { dataset_group_id }), 404)
    bodyOf(await app.api.post(`${versions}/add-request-log`, { dataset_group_id, request_log_id }), 404)
    bodyOf(await app.api.post(`${versions}/create-draft`, { dataset_group_id }), 201)
    bodyOf(await app.api.post(`${versions}/create-draft`, { dataset_group_id }), 409)
    bodyOf(await app.api.post(`${versions}/save-draft`, { dataset_group_id }), 202)
    const numbers = (await datasetsOf(app.api, dataset_group_id)).map(
      (dataset: { version_number: number }) => dataset.version_number,
    )
    assert.deepEqual(numbers, [1, 2])
  })

  test('of two saves of one draft, one succeeds', async () => {
    const dataset_group_id = await newGroup(app.api, 'saved twice')
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => app.api.post(`${versions}/save-draft`, { dataset_group_id })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [202, ...Array(5).fill(404)])
    const [only] = await datasetsOf(app.api, dataset_group_id)
    assert.equal(only.version_number, 1)
  })

  test('rows that are added at the same time all arrive', async () => {
    const dataset_group_id = await newGroup(app.api, 'added at once')
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => logWithVariables(app.api, { [`v${index}`]: index })),
    )
    await Promise.all(
      ids.map((request_log_id) =>
        app.api.post(`${versions}/add-request-log`, { dataset_group_id, request_log_id }),
      ),
    )
    const [draft] = await datasetsOf(app.api, dataset_group_id)
    assert.equal(draft.row_count, 12)
    const { rows, columns } = bodyOf(await app.api.get(`${v2}/datasets/${draft.id}/rows?per_page=50`))
    for (let at = 0; at < 12; at++) {
      const column = columns.indexOf(`v${at}`)
      assert.deepEqual(
        rows
          .map((row: { value: unknown }[]) => row[column]!.value)
          .filter((value: unknown) => value !== null),
        [at],
      )
    }
  })

  test('a draft with the rows of a version is filled in the background, and may be saved before that', async () => {
    const dataset_group_id = await publishedGroup(app.api, 'copied', [{ a: 1 }, { a: 2 }, { a: 3 }])
    const [source] = await datasetsOf(app.api, dataset_group_id)
    const body = { dataset_group_id, source_dataset_id: source.id }
    const { draft_dataset_id } = bodyOf(await app.api.post(`${versions}/create-draft`, body), 202)
    bodyOf(await app.api.post(`${versions}/save-draft`, { dataset_group_id }), 202)
    const [, copy] = await until(
      () => datasetsOf(app.api, dataset_group_id),
      ([, second]) => second.version_number === 2,
    )
    assert.deepEqual([copy.id, copy.row_count], [draft_dataset_id, 3])
    const rows = async (id: number) => bodyOf(await app.api.get(`${v2}/datasets/${id}/rows`)).rows
    assert.deepEqual(await rows(copy.id), await rows(source.id))
    const other = await newGroup(app.api, 'not the group of the source')
    bodyOf(await app.api.post(`${versions}/save-draft`, { dataset_group_id: other }), 202)
    bodyOf(await app.api.post(`${versions}/create-draft`, { ...body, dataset_group_id: other }), 404)
  })

  const span = (
    trace_id: string,
    span_id: string,
    parent_id: string | null,
    name: string,
    output: string,
  ) => ({
    name,
    context: { trace_id, span_id, trace_state: '' },
    kind: 'SpanKind.INTERNAL',
    parent_id,
    start_time: 1_700_000_000_000_000_000,
    end_time: 1_700_000_001_000_000_000,
    status: { status_code: 'StatusCode.OK', description: null },
    attributes: { function_input: JSON.stringify({ q: name }), function_output: output },
    events: [],
    links: [],
    resource: { attributes: {}, schema_url: '' },
  })

  test('a trace, or a span of it, is a row of the draft, which is made with the rows of the newest version', async () => {
    const trace_id = 'ab'.repeat(16)
    const spans = [
      span(trace_id, '1111111111111111', null, 'answer', 'whole'),
      span(trace_id, '2222222222222222', '1111111111111111', 'look up', 'found'),
      span(trace_id, '3333333333333333', '1111111111111111', 'look up', 'found too'),
    ]
    bodyOf(await app.api.post('/spans-bulk', { spans }), 201)
    const dataset_group_id = await publishedGroup(app.api, 'traces', [{ a: 1 }])
    const whole = bodyOf(await app.api.post(`${versions}/add-trace`, { dataset_group_id, trace_id }), 201)
    assert.equal(whole.mode, 'trace')
    const body = { dataset_group_id, trace_id, span_id: '1111111111111111' }
    const one = bodyOf(await app.api.post(`${versions}/add-trace`, body), 201)
    assert.deepEqual([one.mode, one.draft_dataset_id], ['span', whole.draft_dataset_id])
    const { rows, columns } = bodyOf(await app.api.get(`${v2}/datasets/${one.draft_dataset_id}/rows`))
    const value = (row: number, column: string) => rows[row][columns.indexOf(column)].value
    assert.equal(rows.length, 3)
    assert.equal(value(0, 'a'), 1)
    assert.equal(value(1, 'output'), 'whole')
    assert.deepEqual([value(2, 'look up'), value(2, 'look up 2')], ['found', 'found too'])
    bodyOf(await app.api.post(`${versions}/add-trace`, { ...body, span_id: '4444444444444444' }), 404)
    bodyOf(await app.api.post(`${versions}/add-trace`, { ...body, trace_id: 'cd'.repeat(16) }), 404)
  })

  test('a row says that its trace has more spans than are read', async () => {
    const trace_id = 'ef'.repeat(16)
    const root = `${'0'.repeat(15)}f`
    const id = (index: number) => `${(index + 1).toString(16).padStart(15, '0')}0`
    const at = (index: number) => 1_700_000_000_000_000_000 + index * 1_000_000
    const spanAt = (index: number) => ({
      ...span(trace_id, id(index), root, 'step', 'done'),
      start_time: at(index + 1),
    })
    const spans = [
      span(trace_id, root, null, 'answer', 'whole'),
      ...Array.from({ length: 5_000 }, (_, index) => spanAt(index)),
    ]
    for (let from = 0; from < spans.length; from += 1_000)
      bodyOf(await app.api.post('/spans-bulk', { spans: spans.slice(from, from + 1_000) }), 201)
    const dataset_group_id = await publishedGroup(app.api, 'long traces', [])
    const add = (span_id: string | null) =>
      app.api.post(`${versions}/add-trace`, { dataset_group_id, trace_id, span_id })
    const { draft_dataset_id } = bodyOf(await add(null), 201)
    const { rows, columns } = bodyOf(await app.api.get(`${v2}/datasets/${draft_dataset_id}/rows`))
    const value = (column: string) => rows[0][columns.indexOf(column)].value
    assert.deepEqual([value('spans').length, value('spans_complete')], [5_000, false])
    bodyOf(await add(id(4_998)), 201)
    const { message } = bodyOf(await add(id(4_999)), 404)
    assert.equal(message, 'The span is not one of the first 5,000 spans of the trace.')
  })

  test('lists: filters, order, pages', async () => {
    const { api } = await app.newWorkspace()
    const groups = []
    for (const name of ['Alpha', 'beta', 'Gamma']) groups.push(await publishedGroup(api, name, []))
    await api.post(`${v2}/dataset-groups/${groups[1]}/external-ids`, { source: 'crm', external_id: 'b' })
    const names = async (query: string) =>
      bodyOf(await api.get(`${v2}/datasets?${query}`)).datasets.map(
        (dataset: { dataset_group: { name: string } }) => dataset.dataset_group.name,
      )
    assert.deepEqual(await names('name=A&sort_by=id&sort_order=asc'), ['Alpha', 'beta', 'Gamma'])
    assert.deepEqual(await names('name=ALPHA'), ['Alpha'])
    assert.deepEqual(await names('external_source=crm&external_id=b'), ['beta'])
    assert.deepEqual(await names('sort_by=id&sort_order=desc&per_page=1&page=2'), ['beta'])
    assert.deepEqual(await names('created_after=2100-01-01'), [])
    assert.deepEqual(await names('status=deleted'), [])
    const page = bodyOf(await api.get(`${v2}/datasets?per_page=2`))
    assert.deepEqual([page.page, page.per_page, page.total, page.pages], [1, 2, 3, 2])
    bodyOf(await api.get(`${v2}/datasets?external_source=crm`), 422)
    bodyOf(await api.get(`${v2}/datasets?per_page=101`), 422)
  })

  test('groups live in folders, and a deleted one frees its name and its external ids', async () => {
    const { api } = await app.newWorkspace()
    const folder = bodyOf(await api.post(`${v2}/folders`, { name: 'Sets' }), 201).folder.id
    const external_ids = [{ source: 'crm', external_id: 'gone' }]
    const body = { name: 'in a folder', folder_id: folder, external_ids }
    const group = bodyOf(await api.post(`${v2}/dataset-groups`, body), 201).dataset_group.id
    const entities = bodyOf(await api.get(`${v2}/folders/entities?folder_id=${folder}`)).entities
    assert.deepEqual(
      entities.map(({ type, id }: { type: string; id: number }) => [type, id]),
      [['DATASET', group]],
    )
    const removed = await api.delete(
      `${v2}/folders/entities`,
      {},
      { entities: [{ type: 'DATASET', id: group }] },
    )
    bodyOf(removed)
    bodyOf(await api.post(`${versions}/save-draft`, { dataset_group_id: group }), 404)
    bodyOf(await api.post(`${v2}/dataset-groups`, body), 201)
    const deleted = bodyOf(await api.get(`${v2}/datasets?status=deleted`)).datasets
    assert.deepEqual([deleted.length, deleted[0].is_deleted], [1, true])
  })
})
