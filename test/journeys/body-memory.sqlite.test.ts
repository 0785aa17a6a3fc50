import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { log, logCall } from './support/requests.ts'
import { chat, user } from './support/templates.ts'

const largest = 32 * 1024 * 1024

describe('large bodies that arrive at the same time', () => {
  const app = appOfSuite()

  /** A call that announces a size and sends nothing. */
  const announce = (): ClientRequest => {
    const call = request(`${app.baseUrl}/log-request`, {
      method: 'POST',
      agent: false,
      headers: { 'X-API-KEY': app.key, 'Content-Type': 'application/json', 'Content-Length': largest },
    })
    call.on('error', () => {})
    call.flushHeaders()
    return call
  }

  it('are refused while the limit of their workspace is used up, and accepted when other calls have ended', async () => {
    const calls = Array.from({ length: 10 }, announce)
    const refused = new Set<ClientRequest>()
    const answers = calls.map(async (call) => {
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      answer.resume()
      refused.add(call)
      assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '1'])
    })
    // Three bodies of 32 MB use up the limit of a workspace.
    await until(() => refused.size >= 7)
    assert.equal(refused.size, 7)
    await log(app.api)
    const large = logCall({ input: chat(user('x'.repeat(1_000_000))) })
    assert.equal((await app.api.post('/log-request', large)).status, 429)
    const { api: other } = await app.newWorkspace()
    assert.equal((await other.post('/log-request', large)).status, 200)
    for (const call of calls) call.destroy()
    await Promise.allSettled(answers)
    const accepted = await until(
      () => app.api.post('/log-request', large),
      ({ status }) => status !== 429,
    )
    assert.equal(accepted.status, 200)
  })

  it('are no server error if the client disconnects during the body', async (context) => {
    const { mock } = context.mock.method(process.stdout, 'write', () => true)
    const lines = () =>
      mock.calls.map(({ arguments: [text] }) => String(text)).filter((text) => text.includes('a bug'))
    const sheet = `/api/public/v2/tables/${randomUUID()}/sheets/${randomUUID()}`
    for (const path of ['/log-request', `${sheet}/imports/file`]) {
      const call = request(app.baseUrl + path, {
        method: 'POST',
        agent: false,
        headers: { 'X-API-KEY': app.key, 'Content-Type': 'application/json', 'Content-Length': 10_000 },
      })
      call.on('error', () => {})
      call.write('{"file_content_base64": "YSxi')
      await sleep(100)
      call.destroy()
    }
    await sleep(300)
    assert.deepEqual(lines(), [])
  })
})
