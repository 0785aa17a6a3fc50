import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { before, describe, it } from 'node:test'
import { finishIndex } from '../../src/server/requests/index.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { searchAll } from './support/request-search.ts'
import { logCall } from './support/requests.ts'
import { chat, message, publish, user } from './support/templates.ts'

/** Size in bytes from which a worker thread parses the body. */
const large = 256 * 1024
const filler = 'padding '.repeat(large / 4)

/** A call with every kind of field, and this text. */
const call = (text: string, rest: object = {}) =>
  logCall({
    input: chat(user(`needle ${text}`)),
    output: chat(message('assistant', '{"city": "Oslo"}')),
    prompt_name: 'greeting',
    prompt_version_number: 1,
    prompt_input_variables: { name: 'Ada' },
    tags: ['blue', 'grün'],
    metadata: { customer: 'ada', exact: 'NUMBER' },
    score: 80,
    score_name: 'taste',
    input_tokens: 7,
    output_tokens: 3,
    price: 0.25,
    function_name: 'answer',
    api_key: 'pl_secret',
    status: 'WARNING',
    error_type: 'UNKNOWN_ERROR',
    error_message: 'odd',
    ...rest,
  })

/** JSON with a number that a double does not hold. */
const textOf = (body: object): string => JSON.stringify(body).replace('"NUMBER"', '12345678901234567890.25')

describe('a large logged body, which a worker thread parses', () => {
  const app = appOfSuite()
  let api: Api
  let key: string
  before(async () => {
    ;({ api, key } = await app.newWorkspace())
    await publish(api, 'greeting', chat(user('Hi {name}')))
  })

  const send = (body: object | string, headers?: Record<string, string>) =>
    api.post('/log-request', typeof body === 'string' ? body : textOf(body), headers)

  const stored = async (id: number): Promise<string> => {
    const reply = await fetch(`${app.baseUrl}/api/public/v2/requests/${id}`, {
      headers: { 'X-API-KEY': key },
    })
    return (await reply.text()).replaceAll(filler, '').replace(`"request_id":${id}`, '')
  }

  it('is answered and stored like a small one', async () => {
    const [small, big] = [await send(call('')), await send(call(filler))]
    assert.deepEqual([small.status, big.status], [200, 200])
    const text = JSON.stringify({ ...big.body, id: 0 }).replaceAll(filler, '')
    assert.equal(text, JSON.stringify({ ...small.body, id: 0 }))
    const storedBig = await stored(big.body.id)
    assert.equal(storedBig, await stored(small.body.id))
    assert.match(storedBig, /12345678901234567890.25/)
    assert.doesNotMatch(storedBig, /pl_secret/)
    await finishIndex(app.context.store)
    const both = [small.body.id, big.body.id].sort()
    for (const search of [
      { q: 'needle' },
      { q: 'oslo' },
      ...['grün', 'blue'].map((value) => ({
        filter_group: { filters: [{ field: 'tags', operator: 'contains', value }] },
      })),
    ])
      assert.deepEqual((await searchAll(api, search)).toSorted(), both, JSON.stringify(search))
    assert.deepEqual(await searchAll(api, { q: 'padding' }), [big.body.id])
  })

  it('is refused like a small one', async () => {
    for (const wrong of [
      { provider: undefined },
      { input: 7 },
      { metadata: [] },
      { request_end_time: 'late' },
    ]) {
      const [small, big] = [await send(call('', wrong)), await send(call('', { ...wrong, unknown: filler }))]
      assert.deepEqual([big.status, big.body], [small.status, small.body])
      assert.equal(big.status, 422)
    }
    const broken = await send(`{${' '.repeat(large)}"a"`)
    assert.equal(broken.status, 422)
    assert.match(broken.body.message, /^body: the body is not JSON: /)
  })

  it('is recorded once under its idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'once' }
    const [first, second] = [await send(call(filler), headers), await send(call(filler), headers)]
    assert.equal(second.body.id, first.body.id)
    assert.equal((await send(call(`${filler}other`), headers)).status, 422)
  })

  it('is answered in full to a slow client, while other bodies arrive and another client disconnects', async () => {
    const text = textOf(call(filler.repeat(24)))
    const ask = async () => {
      const headers = { 'X-API-KEY': key, 'content-type': 'application/json' }
      const sent = request(`${app.baseUrl}/log-request`, { method: 'POST', headers, agent: false })
      sent.end(text)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return answer
    }
    const late = await ask()
    const hungUp = await ask()
    hungUp.destroy()
    for (let more = 0; more < 4; more++) assert.equal((await send(call(filler))).status, 200)
    let read = ''
    for await (const chunk of late.setEncoding('utf8')) read += chunk
    const { body } = await send(text)
    assert.equal(read, JSON.stringify({ ...body, id: JSON.parse(read).id }))
    assert.equal(read.split(filler).length, 25)
  })

  it('is masked', async () => {
    const { api } = await app.newWorkspace()
    const rules = [{ name: 'needles', action: 'mask', target: { kind: 'pattern', pattern: 'needle' } }]
    const changed = await api.put('/api/public/v2/masking', { rules })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { id } = (await api.post('/log-request', textOf(call(filler, { prompt_name: undefined })))).body
    const { body } = await api.get(`/api/public/v2/requests/${id}`)
    assert.doesNotMatch(JSON.stringify(body), /needle/)
    assert.match(JSON.stringify(body), /padding/)
  })
})
