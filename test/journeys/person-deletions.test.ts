import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorker } from '../../src/server/app.ts'
import { successBodyOf } from '../kit/api.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { endedDeletion } from './support/person-deletion.ts'
import { remains } from './support/remains-of-person.ts'
import { computeCells, emptySheet, type SheetClient } from './support/tables.ts'
import { publish, userChat } from './support/templates.ts'
import { createWorkflow, joinNode, output, runToEnd, topic } from './support/workflows.ts'

const v2 = '/api/public/v2'
const path = `${v2}/person-deletions`
/** Words that occur nowhere else, so that none of their bytes may remain. */
const user = 'zaphodbeeblebrox42'
const mail = 'Zaphod.Quuxley@magrathea-mail.example'
const identifiers = [user, mail]
const start = 1_795_168_800_000_000_000n

const request = (question: string, more: object = {}) => ({
  provider: 'openai',
  model: 'gpt-4o-mini',
  input: {
    type: 'chat',
    messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
  },
  output: {
    type: 'chat',
    messages: [{ role: 'assistant', content: [{ type: 'text', text: `An answer to ${question}` }] }],
  },
  request_start_time: '2026-11-20T10:00:00Z',
  request_end_time: '2026-11-20T10:00:01Z',
  ...more,
})

const span = (trace: number, index: number, attributes: object = {}) => ({
  name: `step ${index}`,
  context: {
    trace_id: String(trace).padStart(32, '0'),
    span_id: `${trace}f${index}`.padStart(16, '0'),
    trace_state: '',
  },
  kind: 'SpanKind.INTERNAL',
  parent_id: index === 1 ? null : `${trace}f1`.padStart(16, '0'),
  start_time: String(start + BigInt(index)),
  end_time: String(start + 1_000_000_000n),
  status: { status_code: 'StatusCode.OK', description: null },
  attributes,
  resource: { attributes: {}, schema_url: '' },
})

const call = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o-mini',
  'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Order?' }] }]),
}

describe('deletion of a person', () => {
  const app = appOfSuite()
  let otherRequest: number
  let sheet: SheetClient
  let dataset: number
  let other: Awaited<ReturnType<TestApp['newWorkspace']>>
  const log = async (question: string, more: object = {}): Promise<number> =>
    successBodyOf(await app.api.post('/log-request', request(question, more))).id
  const ended = (id: string) => endedDeletion(app.api, id)

  before(async () => {
    other = await app.newWorkspace()
    otherRequest = await log('A question of another person', { metadata: { user: `${user}7` } })
    // SQLite's file would contain the user's name, which is in the bytes of the picture.
    const picture = Buffer.from(`GIF89a ${user} `.repeat(600)).toString('base64')
    const variables = { picture: `data:image/gif;base64,${picture}` }
    await log('A question', { metadata: { user_id: user }, prompt_input_variables: variables })
    await log(`Write to ${mail.toUpperCase()}, please`)
    const tagged = await log('Another question', { tags: ['x'], metadata: { contact: mail } })
    // The update leaves an older copy of a row that is deleted later.
    successBodyOf(
      await app.api.post('/rest/track-metadata', { request_id: tagged, metadata: { again: mail } }),
    )
    successBodyOf(
      await app.api.post(`${v2}/scores`, {
        subject_type: 'request',
        subject_id: String(otherRequest),
        name: 'tone',
        value: 0.5,
        comment: `said ${user}`,
      }),
    )
    successBodyOf(
      await app.api.post(`${v2}/scores`, {
        subject_type: 'request',
        subject_id: String(tagged),
        name: 'tone',
        value: 7,
      }),
    )
    successBodyOf(
      await app.api.post(`${v2}/comments`, {
        subject_type: 'request',
        subject_id: String(tagged),
        text: 'Look.',
      }),
    )
    successBodyOf(
      await app.api.post(`${v2}/comments`, {
        subject_type: 'request',
        subject_id: String(otherRequest),
        text: `See ${mail}`,
      }),
    )
    successBodyOf(await app.api.post(`${v2}/request-views`, { name: `Of ${user}`, query: {} }))
    const filters = [{ field: 'trace_user_id', operator: 'is', value: user }]
    const personView = { name: 'Of one person', list: 'sessions', query: { filter_group: { filters } } }
    successBodyOf(await app.api.post(`${v2}/trace-views`, personView))
    const spans = [
      // Only the root names the user; the calls of the trace are of the same person.
      span(1, 1, { 'user.id': user, 'session.id': 'chat' }),
      span(1, 2, call),
      span(2, 1, {}),
      span(2, 2, { note: JSON.stringify({ mail }) }),
      span(3, 1, { 'user.id': 'somebody else' }),
      span(3, 2, call),
    ]
    successBodyOf(await app.api.post('/spans-bulk', { spans }))
    const sessionScore = { subject_type: 'session', subject_id: 'chat', name: 'resolved', value: false }
    successBodyOf(await app.api.post(`${v2}/scores`, sessionScore))
    await makeEntitiesFrom(tagged)
    successBodyOf(await other.api.post('/log-request', request(`For ${user}`.replace(user, 'a person'))))
  })

  /**
   * Makes a playground, a run of a workflow, and a table and a dataset with rows that name the person or come
   * from one of the person's requests.
   */
  async function makeEntitiesFrom(tagged: number) {
    sheet = await emptySheet(app.api)
    const [note, origin] = [await sheet.column('Note'), await sheet.column('request_id')]
    const computed = await sheet.column('Length', 'COUNT', { source: 'Note', type: 'chars' })
    const row = (text: string, request: number) => ({ [note.id]: text, [origin.id]: request })
    await sheet.add([
      row('of nobody', otherRequest),
      row(`Call ${user} back`, 1_000_001),
      row('of a deleted request', tagged),
      row('computed', 1_000_002),
      row('corrected since', 1_000_003),
      row('the last', 1_000_004),
    ])
    await sheet.write(4, note.id, { value: `was ${mail}` })
    const filters = [{ column_id: note.id, operator: 'contains', value: user }]
    successBodyOf(await app.api.post(`${sheet.path}/views`, { name: 'Of one person', query: { filters } }))
    await computeCells(app.context, sheet, computed.id, (index) => (index === 3 ? `to ${mail}` : index))
    successBodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'before' }))
    await sheet.write(4, note.id, { value: 'corrected since' })
    const on = { subject_type: 'sheet', subject_id: sheet.id, row_index: 4 }
    successBodyOf(await app.api.post(`${v2}/comments`, { ...on, text: 'Who is it?' }))
    dataset = successBodyOf(await app.api.post(`${v2}/dataset-groups`, { name: 'Cases' })).dataset_group.id
    for (const request_log_id of [otherRequest, tagged])
      successBodyOf(
        await app.api.post(`${v2}/dataset-versions/add-request-log`, {
          dataset_group_id: dataset,
          request_log_id,
        }),
      )
    const values = (question: string) => ({ values: { question } })
    const content = { variants: [], cases: [values('Where is it?'), values(`Who is ${user}?`)] }
    successBodyOf(await app.api.post(`${v2}/playgrounds`, { name: 'Of the desk', content }))
    successBodyOf(
      await app.api.post(`${v2}/input-variable-sets`, { name: 'One', variables: { contact: mail } }),
    )
    await createWorkflow(app.api, { name: 'Reply', ...topic, nodes: [joinNode('text', ['topic'], output)] })
    await runToEnd(app.api, 'Reply', { input_variables: { topic: `Reply to ${mail}` } })
  }

  it('counts, deletes, and leaves only a receipt', async () => {
    assert.notDeepEqual(await remains(app, identifiers), [])
    const preview = successBodyOf(await app.api.post(`${path}/preview`, { identifiers }))
    assert.equal(preview.is_complete, true)
    assert.deepEqual(
      [
        preview.found.requests,
        preview.found.traces,
        preview.found.spans,
        preview.found.comments,
        preview.found.views,
      ],
      [4, 3, 6, 1, 3],
    )
    const created = {
      sheet_rows: 4,
      dataset_rows: 1,
      playground_cases: 1,
      input_variable_sets: 1,
      workflow_runs: 1,
    }
    for (const [kind, count] of Object.entries(created)) assert.equal(preview.found[kind], count, kind)
    assert.deepEqual(preview.remaining, { count: 0, items: [] })
    const begun = successBodyOf(
      await app.api.post(path, { identifiers, reference: 'Ticket 1' }),
    ).person_deletion
    const receipt = await ended(begun.id)
    assert.equal(receipt.state, 'done', JSON.stringify(receipt))
    const { requests, traces, spans, comments, scores, views, audit_events } = receipt.deleted
    assert.deepEqual(
      { requests, traces, spans, comments, scores, views },
      { requests: 4, traces: 3, spans: 6, comments: 3, scores: 3, views: 3 },
    )
    for (const [kind, count] of Object.entries(created)) assert.equal(receipt.deleted[kind], count, kind)
    assert.ok(audit_events > 0)
    assert.deepEqual([receipt.reference, receipt.identifier_count, receipt.stage], ['Ticket 1', 2, null])
    assert.deepEqual(await remains(app, [...identifiers.filter((text) => text !== user), 'quuxley']), [])

    const rows = await sheet.rows()
    assert.deepEqual(
      rows.map(
        ({ cells }) => Object.values(cells as Record<string, { display_value: string }>)[0]?.display_value,
      ),
      ['of nobody', 'the last'],
    )
    assert.equal((await sheet.read()).row_count, 2)
    const [saved] = successBodyOf(await app.api.get(`${sheet.path}/versions`)).data
    const { version } = successBodyOf(await app.api.get(`${sheet.path}/versions/${saved.id}`))
    assert.deepEqual([version.snapshot.row_count, version.snapshot.rows.length], [2, 2])
    const listed = successBodyOf(await app.api.get(`${v2}/datasets?dataset_group_id=${dataset}`))
    const { rows: cases } = successBodyOf(await app.api.get(`${v2}/datasets/${listed.datasets[0].id}/rows`))
    assert.equal(cases.length, 2)

    const left = successBodyOf(await app.api.post(`${v2}/requests/search`, {}))
    assert.equal(left.items.length, 2)
    const traced = successBodyOf(await app.api.post(`${v2}/traces/search`, {}))
    assert.deepEqual(
      traced.items.map(({ trace_id }: { trace_id: string }) => trace_id),
      [String(3).padStart(32, '0')],
    )
    // The identifier of another person, which begins with this one, stays.
    successBodyOf(await app.api.post(path, { identifiers: [`${user}7`] }))
    const { person_deletions } = successBodyOf(await app.api.get(path))
    assert.equal((await ended(person_deletions[0].id)).deleted.requests, 1)
    assert.deepEqual(await remains(app, [user]), [])
    assert.equal(successBodyOf(await other.api.post(`${v2}/requests/search`, {})).items.length, 1)
  })

  it('leaves no hourly sums of the deleted requests', async () => {
    const { id, api } = await app.newWorkspace()
    const userName = 'tricia.mcmillan77'
    const named = { model: `model of ${userName}`, metadata: { user: userName } }
    for (const model of [named.model, 'gpt-4o-mini'])
      successBodyOf(await api.post('/log-request', request('Who?', { ...named, model })))
    const other = successBodyOf(await api.post('/log-request', request('Other?')))
    successBodyOf(await api.post(`${v2}/requests/search`, { q: 'who' }))
    const started = successBodyOf(await api.post(path, { identifiers: [userName] })).person_deletion
    assert.equal((await endedDeletion(api, started.id)).deleted.requests, 2)
    assert.deepEqual(await remains(app, [userName]), [])
    assert.equal(successBodyOf(await api.get(`${v2}/requests/${other.id}`)).model, 'gpt-4o-mini')
    const rows = await app.context.store.db
      .selectFrom('request_hours')
      .select(['model', 'requests'])
      .where('workspace_id', '=', id)
      .execute()
    const sum = rows.reduce((total, row) => total + Number(row.requests), 0)
    assert.deepEqual([sum, new Set(rows.map(({ model }) => model))], [1, new Set(['gpt-4o-mini'])])
  })

  it('is cancelled, runs once at a time, and belongs to its workspace', async () => {
    for (let index = 0; index < 60; index++) await log(`Question ${index} of arthurdent99`)
    const body = { identifiers: ['arthurdent99'] }
    const { person_deletion } = successBodyOf(await app.api.post(path, body))
    const again = await app.api.post(path, body)
    const cancelled = await app.api.post(`${path}/${person_deletion.id}/cancel`)
    if (again.status !== 202) assert.equal(again.status, 409)
    if (cancelled.status !== 409) assert.equal(successBodyOf(cancelled).person_deletion.state, 'cancelled')
    assert.equal((await app.api.post(`${path}/${person_deletion.id}/cancel`)).status, 409)
    assert.equal((await other.api.get(`${path}/${person_deletion.id}`)).status, 404)
    assert.equal((await other.api.post(`${path}/${person_deletion.id}/cancel`)).status, 404)
    const next = again.status === 202 ? again : await app.api.post(path, body)
    await ended(successBodyOf(next).person_deletion.id)
    assert.equal(successBodyOf(await app.api.post(`${path}/preview`, body)).found.requests, 0)
  })

  it('lists the names that people must change, and deletes notes of release requests', async () => {
    const userName = 'trillian88'
    const { id: prompt_id } = await publish(app.api, 'answer', userChat('Hello'), {
      externalIds: [{ source: 'crm', external_id: userName }],
    })
    await publish(app.api, 'answer', userChat('Hello again'))
    const rules = [
      { segment: { user_id: [userName] }, splits: [{ version_number: 1, percentage: 100 }] },
      { segment: null, splits: [{ version_number: 2, percentage: 100 }] },
    ]
    const { dynamic_label } = successBodyOf(
      await app.api.post(`${v2}/dynamic-labels`, { prompt_id, name: 'split', rules }),
    )
    const { folder } = successBodyOf(
      await app.api.post(`${v2}/folders`, { name: `Complaint of ${userName}` }),
    )
    successBodyOf(await app.api.post(`${v2}/protected-labels`, { name: 'live' }))
    const releaseRequest = { prompt_id, label: 'live', version_number: 2, note: `${userName} complained` }
    const { release_request } = successBodyOf(await app.api.post(`${v2}/release-requests`, releaseRequest))
    const rule = { tag: userName, days: 3_000 }
    successBodyOf(await app.api.put(`${v2}/retention`, { rules: [rule] }))
    const masking = {
      name: 'One',
      is_on: false,
      action: 'mask',
      target: { kind: 'pattern', pattern: userName },
    }
    successBodyOf(await app.api.put(`${v2}/masking`, { rules: [masking] }))

    const { found } = successBodyOf(await app.api.post(`${path}/preview`, { identifiers: [userName] }))
    assert.equal(found.release_notes, 1)
    const { id } = successBodyOf(await app.api.post(path, { identifiers: [userName] })).person_deletion
    const receipt = await ended(id)
    assert.deepEqual([receipt.state, receipt.deleted.release_notes], ['done', 1])
    const left = Object.fromEntries(
      receipt.remaining.items.map((item: { kind: string; id: string }) => [item.kind, item.id]),
    )
    assert.deepEqual(Object.keys(left).sort(), [
      'dynamic_label',
      'external_id',
      'folder',
      'masking_rules',
      'retention_rule',
    ])
    assert.equal(left.dynamic_label, String(dynamic_label.id))
    assert.equal(left.folder, String(folder.id))
    assert.equal(left.external_id, String(prompt_id))
    assert.doesNotMatch(JSON.stringify(receipt), new RegExp(userName))
    const { release_requests } = successBodyOf(
      await app.api.get(`${v2}/release-requests?prompt_id=${prompt_id}`),
    )
    const listed = release_requests.find((one: { id: number }) => one.id === release_request.id)
    assert.deepEqual([listed.note, listed.label], [null, 'live'])
  })

  // This test stops the worker of the app, so it comes after the tests that need a worker.
  it('continues after a stop, and counts each row once', async () => {
    for (let index = 0; index < 200; index++) await log(`Question ${index} of fordprefect77`)
    const published = await publish(app.api, 'letter', userChat('Write to fordprefect77.'))
    const foreign = await emptySheet(other.api)
    const { id: column } = await foreign.column('Who')
    await foreign.add([{ [column]: 'fordprefect77' }])
    const { id } = successBodyOf(await app.api.post(path, { identifiers: ['fordprefect77'] })).person_deletion
    while (successBodyOf(await app.api.get(`${path}/${id}`)).person_deletion.deleted.requests === 0)
      await sleep(1)
    await app.worker!.stop()
    const worker = createWorker(app.context)
    try {
      const receipt = await ended(id)
      assert.deepEqual([receipt.state, receipt.deleted.requests], ['done', 200])
      // A published version is immutable, so the receipt lists it as remaining.
      const items = [{ kind: 'prompt_version', id: String(published.prompt_version_id) }]
      assert.deepEqual(receipt.remaining, { count: 1, items })
      assert.deepEqual(await foreign.shown(column), ['fordprefect77'])
    } finally {
      await worker.stop()
    }
  })

  it('refuses identifiers that are missing, too short or too long', async () => {
    for (const wrong of [[], ['ab'], ['--- x ---'], ['x'.repeat(201)]])
      assert.equal((await app.api.post(path, { identifiers: wrong })).status, 422)
  })
})
