import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reply } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { endedDeletion } from './support/person-deletion.ts'
import { remains } from './support/remains-of-person.ts'
import { logged } from './support/requests.ts'
import { chat, user } from './support/templates.ts'

const v2 = '/api/public/v2'
const path = `${v2}/person-deletions`
const mail = 'Slartibartfast@fjord-mail.example'
const start = 1_795_168_800_000_000_000n

const ok = ({ status, body }: Reply) => {
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

describe('deletion of a person whose texts are hidden', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())
  const log = async (question: string): Promise<number> =>
    ok(await app.api.post('/log-request', logged({ input: chat(user(question)) }))).id
  const erase = async () => {
    const { person_deletion } = ok(await app.api.post(path, { identifiers: [mail] }))
    return endedDeletion(app.api, person_deletion.id)
  }

  it('finds them in base64 of bodies, and in media that left bodies and spans', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const fill = (text: string, bytes: number) => text.padEnd(bytes, ' and nothing else')
    const kept = await log(`Read data:text/plain;base64,${encoded(fill('of nobody', 20_000))}`)
    const small = await log(`Read data:application/json;base64,${encoded(JSON.stringify({ from: mail }))}`)
    // From 16 kB on, they are stored apart from the body, once for both requests and the span.
    const letter = `data:text/plain;base64,${encoded(`${fill('Dear all,', 300_000)} ${mail} ${fill('', 9_000)}`)}`
    const large = [await log(`Read ${letter}`), await log(`Read it again: ${letter}`)]
    const span = (trace: number, scan: string) => ({
      name: 'read',
      context: {
        trace_id: String(trace).padStart(32, '0'),
        span_id: `${trace}f`.padStart(16, '0'),
        trace_state: '',
      },
      kind: 'SpanKind.INTERNAL',
      parent_id: null,
      start_time: String(start),
      end_time: String(start + 1_000n),
      status: { status_code: 'StatusCode.OK', description: null },
      attributes: { scan },
      resource: { attributes: {}, schema_url: '' },
    })
    const spans = [span(1, letter), span(2, 'nothing')]
    ok(await app.api.post('/spans-bulk', { spans }))
    const media = async () =>
      (await app.context.store.db.selectFrom('media').select('sha256').execute()).length
    assert.equal(await media(), 2)
    const { found } = ok(await app.api.post(`${path}/preview`, { identifiers: [mail] }))
    assert.deepEqual([found.requests, found.traces], [3, 1])
    const { state, deleted } = await erase()
    assert.deepEqual([state, deleted.requests, deleted.traces], ['done', 3, 1])
    for (const id of [small, ...large]) assert.equal((await app.api.get(`${v2}/requests/${id}`)).status, 404)
    assert.equal((await app.api.get(`${v2}/requests/${kept}`)).status, 200)
    assert.equal(await media(), 1)
    assert.deepEqual(await remains(app, [mail]), [])
  })
})
