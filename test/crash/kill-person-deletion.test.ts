import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { stages } from '../../src/server/erasure/stages.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { logCall } from '../journeys/support/requests.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { chat, publish, user, userChat } from '../journeys/support/templates.ts'
import { type Api, successBodyOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { attemptDeletion } from './attempt-deletion.ts'

/** A deletion of a person that is killed at each of its stages has the same result as one without kills. */

const v2 = '/api/public/v2'
const mail = 'Trillian.Macmillan@heart-mail.example'
let app: TestApp

before(async () => {
  app = await startApp()
  await app.worker!.stop()
})
after(() => app.close())

/** The log, the entities made from it, and entities of people name the person. */
async function createEntitiesNaming(api: Api) {
  const log = async (question: string) =>
    successBodyOf(await api.post('/log-request', logCall({ input: chat(user(question)) }))).id
  const unnamed = await log('A question without a name')
  const named = [await log(`From ${mail}`), await log(`Again from ${mail}`)]
  const data = Buffer.from(`Dear ${mail} ${'and no other name '.repeat(2_000)}`).toString('base64')
  await log(`Read data:text/plain;base64,${data}`)
  for (const _ of [1, 2]) {
    const traceId = newTraceId()
    const values = { ...chatValues, 'user.id': mail }
    await exportSpans(api, otlpSpan({ traceId, values }), otlpSpan({ traceId }))
  }
  const subject = { subject_type: 'request', subject_id: String(unnamed) }
  successBodyOf(
    await api.post(`${v2}/scores`, { ...subject, name: 'tone', value: 0.5, comment: `for ${mail}` }),
  )
  successBodyOf(await api.post(`${v2}/comments`, { ...subject, text: `See ${mail}` }))
  successBodyOf(await api.post(`${v2}/request-views`, { name: `Of ${mail}`, query: {} }))
  const sheet = await emptySheet(api)
  const [note, origin] = [await sheet.column('Note'), await sheet.column('request_id')]
  const length = await sheet.column('Length', 'COUNT', { source: 'Note', type: 'chars', note: mail })
  const row = (text: string, request: number) => ({ [note.id]: text, [origin.id]: request })
  await sheet.add([
    row('without a name', unnamed),
    row(`to ${mail}`, 1_000_001),
    row('of a request', named[0]),
  ])
  successBodyOf(await api.post(`${sheet.path}/versions`, { name: 'before' }))
  successBodyOf(
    await api.patch(`${sheet.path}/columns/${length.id}`, { config: { source: 'Note', type: 'words' } }),
  )
  const dataset_group_id = successBodyOf(await api.post(`${v2}/dataset-groups`, { name: 'Cases' }))
    .dataset_group.id
  for (const request_log_id of [unnamed, named[1]])
    successBodyOf(
      await api.post(`${v2}/dataset-versions/add-request-log`, { dataset_group_id, request_log_id }),
    )
  const content = {
    variants: [],
    cases: [{ values: { question: 'Where?' } }, { values: { question: mail } }],
  }
  successBodyOf(await api.post(`${v2}/playgrounds`, { name: 'Of the desk', content }))
  successBodyOf(await api.post(`${v2}/input-variable-sets`, { name: 'One', variables: { contact: mail } }))
  await publish(api, 'letter', userChat(`Write to ${mail}.`))
  successBodyOf(await api.post(`${v2}/dashboards`, { name: `Costs of ${mail}` }))
}

const start = async (api: Api): Promise<string> =>
  successBodyOf(await api.post(`${v2}/person-deletions`, { identifiers: [mail] })).person_deletion.id

const attempt = (workspace: number, id: string, until: number | null, isInside: boolean) => {
  const { folder, databaseUrl } = app.context.config
  return attemptDeletion({ storage: { folder, databaseUrl }, workspace, run: id, until, isInside })
}

async function receiptOf(api: Api, id: string) {
  const { state, deleted, remaining, under_way, unread_files } = successBodyOf(
    await api.get(`${v2}/person-deletions/${id}`),
  ).person_deletion
  const kinds = remaining.items.map(({ kind }: { kind: string }) => kind).sort()
  return { state, deleted, kinds, under_way, unread_files }
}

it('a deletion that is killed at each stage deletes and counts the same entries as one without a kill', async (context) => {
  const [killed, twin] = [await app.newWorkspace(), await app.newWorkspace()]
  for (const { api } of [killed, twin]) await createEntitiesNaming(api)
  const [id, twinId] = [await start(killed.api), await start(twin.api)]
  await attempt(twin.id, twinId, null, false)
  let kills = 0
  for (let until = 1; await attempt(killed.id, id, until, until % 2 === 0); until++) kills++
  context.diagnostic(`killed ${kills} times`)
  assert.ok(kills >= stages.length - 1, `${kills} kills`)
  const expected = await receiptOf(twin.api, twinId)
  assert.equal(expected.state, 'done')
  const { requests, traces, sheet_rows, dataset_rows, playground_cases, earlier_columns } = expected.deleted
  assert.deepEqual(
    { requests, traces, sheet_rows, dataset_rows, playground_cases, earlier_columns },
    { requests: 5, traces: 2, sheet_rows: 2, dataset_rows: 1, playground_cases: 1, earlier_columns: 1 },
  )
  assert.deepEqual(await receiptOf(killed.api, id), expected)
  const left = successBodyOf(await killed.api.post(`${v2}/requests/search`, {})).items
  assert.equal(left.length, 1)
})
