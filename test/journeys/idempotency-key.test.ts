import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { searchPage } from './support/request-search.ts'
import { logCall } from './support/requests.ts'

const day = 24 * 3_600_000
const tracked = {
  function_name: 'openai.chat.completions.create',
  provider_type: 'openai',
  kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
  request_response: { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] },
  request_start_time: 1_795_168_800,
  request_end_time: 1_795_168_801,
  return_prompt_blueprint: true,
}

describe('calls that are sent again with the same Idempotency-Key', () => {
  const app = appOfSuite({ now: () => now })
  let now = Date.now()

  const send = (api: Api, key: string, body: object = logCall(), path = '/log-request') =>
    api.post(path, body, { 'Idempotency-Key': key })
  const countOf = async (api: Api) => (await searchPage(api, {})).total as number

  it('get the answer of the first call, and are logged once', async () => {
    const { api } = await app.newWorkspace()
    const body = logCall({ tags: ['a'], score: 50, score_name: 'tone' })
    const first = await send(api, 'one', body)
    const second = await send(api, 'one', body)
    assert.equal(first.status, 200)
    assert.deepEqual([second.status, second.body], [200, first.body])
    assert.equal(await countOf(api), 1)
    const other = await send(api, 'two', body)
    assert.notEqual(other.body.id, first.body.id)
    const without = await api.post('/log-request', body)
    const again = await api.post('/log-request', body)
    assert.notEqual(without.body.id, again.body.id)
    assert.equal(await countOf(api), 4)
  })

  it('get the first answer for the SDKs too, with any key of the workspace', async () => {
    const { api, key } = await app.newWorkspace()
    const first = await send(api, 'one', { ...tracked, api_key: key }, '/track-request')
    const second = await send(api, 'one', { ...tracked, api_key: key }, '/rest/track-request')
    assert.equal(first.status, 200)
    assert.deepEqual(second.body, first.body)
    assert.equal(await countOf(api), 1)
  })

  it('get the same answer if they run at the same time', async () => {
    const { api } = await app.newWorkspace()
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        send(api, `key ${index % 20}`, logCall({ model: `m${index % 20}` })),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 20)
    assert.equal(await countOf(api), 20)
  })

  it('are refused for a different body, and log no request', async () => {
    const { api, key } = await app.newWorkspace()
    await send(api, 'one')
    for (const [body, path] of [
      [logCall({ tags: ['b'] }), '/log-request'],
      [{ ...tracked, api_key: key }, '/track-request'],
    ] as const) {
      const { status, body: refusal } = await send(api, 'one', body, path)
      assert.equal(status, 422)
      assert.deepEqual(refusal.detail, [
        {
          loc: ['header', 'Idempotency-Key'],
          msg: 'was sent with another call; a new call needs a new key',
          type: 'idempotency_key_reused',
        },
      ])
    }
    assert.equal(await countOf(api), 1)
  })

  it('are recorded if the first call was refused', async () => {
    const { api } = await app.newWorkspace()
    const refused = await send(api, 'one', logCall({ prompt_name: 'no such template' }))
    assert.equal(refused.status, 404)
    assert.equal((await send(api, 'one')).status, 200)
    assert.equal(await countOf(api), 1)
  })

  it('belong to their workspace', async () => {
    const [one, other] = [await app.newWorkspace(), await app.newWorkspace()]
    const first = await send(one.api, 'one')
    const second = await send(other.api, 'one')
    assert.notEqual(first.body.id, second.body.id)
    assert.deepEqual([await countOf(one.api), await countOf(other.api)], [1, 1])
  })

  it('may send the key as a structured field', async () => {
    const { api } = await app.newWorkspace()
    const first = await send(api, '"a \\"key\\""')
    assert.equal((await send(api, 'a "key"')).body.id, first.body.id)
  })

  it('are refused with an invalid key', async () => {
    const { api } = await app.newWorkspace()
    for (const key of ['', '""', 'x'.repeat(256), 'sch\u00f6n', 'a\tb']) {
      const { status, body } = await send(api, key)
      assert.equal(status, 400)
      assert.match(body.message, /^Idempotency-Key: /)
    }
    for (const key of ['x'.repeat(255), '__proto__', "'; --"])
      assert.equal((await send(api, key)).status, 200)
    assert.equal(await countOf(api), 3)
  })

  it('are new requests after a day, and old keys are deleted', async () => {
    const { api, id } = await app.newWorkspace()
    const old = []
    for (let index = 0; index < 10; index++) old.push((await send(api, `key ${index}`)).body.id)
    now += day - 1
    assert.equal((await send(api, 'key 0')).body.id, old[0])
    now += 1
    assert.notEqual((await send(api, 'key 0')).body.id, old[0])
    for (let index = 0; index < 4; index++) await send(api, `later ${index}`)
    const storedKeys = await app.context.store.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('workspace_id', '=', id)
      .execute()
    assert.equal(storedKeys.length, 5)
  })
})
