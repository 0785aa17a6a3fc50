import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPricer } from '../../src/server/prices/index.ts'
import { type Api, bodyOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'

const path = '/api/public/v2/price-lists'

/** The answer to the next fetch of a list. */
let served: { status?: number; body?: string; url?: string } = {}
let app: TestApp
before(async () => {
  app = await startApp()
  const answer = async (url: string) => ({
    status: served.status ?? 200,
    url: served.url ?? url,
    bytes: async () => Buffer.from(served.body ?? ''),
  })
  Object.assign(app.context.guardedFetch, { fetch: answer })
})
after(() => app.close())

interface Entry {
  readonly litellm_provider?: string
  readonly [rate: string]: unknown
}
const litellm = (input: number, more: Readonly<Record<string, Entry>> = {}) => ({
  sample_spec: { litellm_provider: 'one of the providers', input_cost_per_token: 0 },
  'gpt-4o': {
    litellm_provider: 'openai',
    input_cost_per_token: input / 1e6,
    output_cost_per_token: 1e-5,
  },
  ...more,
})
const genai = (models: readonly object[]) => [{ id: 'openai', models }]

const fileOf = (list: unknown, file_name = 'prices.json') => ({
  file_name,
  file_content_base64: Buffer.from(typeof list === 'string' ? list : JSON.stringify(list)).toString('base64'),
})

async function change(api: Api, body: object) {
  return bodyOf(await api.post(path, body))
}

async function apply(api: Api, body: object) {
  const { digest } = await change(api, body)
  return change(api, { ...body, digest })
}

const call = {
  provider: 'openai',
  model: 'gpt-4o',
  input: { type: 'chat', messages: [] },
  output: { type: 'chat', messages: [] },
  request_start_time: '2026-05-02T10:00:00Z',
  request_end_time: '2026-05-02T10:00:01Z',
  input_tokens: 1000,
  output_tokens: 100,
}

async function logAndReadPrice(api: Api, changes: object = {}) {
  const { body: logged } = await api.post('/log-request', { ...call, ...changes })
  return priceOf(api, logged.id)
}

async function priceOf(api: Api, id: number) {
  const { body } = await api.get(`/api/public/v2/requests/${id}`)
  return [body.price, body.price_source]
}

const listInForce = async (api: Api) => {
  const { status, body } = await api.get(path)
  assert.equal(status, 200)
  const listsInForce = body.price_lists.filter((list: { in_force: boolean }) => list.in_force)
  assert.equal(listsInForce.length, 1)
  return listsInForce[0]
}

test('a list is previewed, applied with its digest, and replaced again; past requests are repriced on demand', async () => {
  const { api } = await app.newWorkspace()
  const { body: old } = await api.post('/log-request', call)
  const builtIn = await listInForce(api)
  assert.deepEqual(
    [builtIn.id, builtIn.source, builtIn.name, builtIn.date, builtIn.models > 1000],
    [null, 'built_in', 'genai-prices 0.1.8', '2026-09-23', true],
  )

  const list = fileOf(litellm(5, { 'our-own': { litellm_provider: 'openai', input_cost_per_token: 1e-6 } }))
  const preview = await change(api, list)
  assert.deepEqual([preview.applied, preview.added, preview.before.in_force], [false, 1, true])
  const changeOf = (model: string) =>
    preview.changes.find(
      (change: { provider: string; model: string }) => change.provider === 'openai' && change.model === model,
    )
  assert.deepEqual(changeOf('gpt-4o'), {
    change: 'changed',
    provider: 'openai',
    model: 'gpt-4o',
    figures: [
      { kind: 'input', service_tier: null, over_input_tokens: null, before: '2.5', after: '5' },
      { kind: 'cached_input', service_tier: null, over_input_tokens: null, before: '1.25', after: null },
      { kind: 'web_search', service_tier: null, over_input_tokens: null, before: '10000', after: null },
    ],
  })
  assert.deepEqual(changeOf('our-own'), {
    change: 'added',
    provider: 'openai',
    model: 'our-own',
    figures: [{ kind: 'input', service_tier: null, over_input_tokens: null, before: null, after: '1' }],
  })
  assert.equal(changeOf('gpt-4o-mini').change, 'removed')
  assert.ok(preview.removed > 1000)
  assert.deepEqual(await logAndReadPrice(api), [0.0035, 'computed'], 'nothing is applied yet')

  const applied = await change(api, { ...list, digest: preview.digest })
  assert.deepEqual([applied.applied, applied.after.in_force], [true, true])
  const today = new Date().toISOString().slice(0, 10)
  const now = await listInForce(api)
  assert.deepEqual(
    [now.source, now.name, now.format, now.date, now.models, now.url],
    ['file', 'prices.json', 'litellm', today, 2, null],
  )
  assert.equal(typeof now.imported_by, 'string')
  // 1000 x 5 + 100 x 10 = 6000 millionths
  assert.deepEqual(await logAndReadPrice(api), [0.006, 'computed'])
  assert.deepEqual(await logAndReadPrice(api, { model: 'gpt-4o-mini' }), [0, 'unknown_model'])
  assert.deepEqual(await priceOf(api, old.id), [0.0035, 'computed'])

  const ledger = '/api/public/v2/price-ledger'
  const window = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }
  const { body: read } = await api.get(`${ledger}?from=${window.from}&to=${window.to}`)
  assert.deepEqual(read.price_list, {
    id: now.id,
    source: 'file',
    name: 'prices.json',
    format: 'litellm',
    date: today,
  })
  await api.post(`${ledger}/reprice`, { ...window, apply: true })
  assert.deepEqual(await priceOf(api, old.id), [0.006, 'computed'])

  // Overrides go before any list.
  const override = await api.post('/api/public/v2/price-overrides', {
    model: 'gpt-4o',
    rates: { input: 1, output: 1 },
  })
  assert.deepEqual(await logAndReadPrice(api), [0.0011, 'computed'])
  await api.delete(`/api/public/v2/price-overrides/${override.body.price_override.id}`)

  const second = await apply(api, fileOf(litellm(7), 'second.json'))
  assert.equal(second.before.id, now.id)
  assert.deepEqual(await logAndReadPrice(api), [0.008, 'computed'])
  await apply(api, { price_list_id: now.id })
  assert.deepEqual(await logAndReadPrice(api), [0.006, 'computed'])
  await apply(api, { price_list_id: null })
  assert.deepEqual(await logAndReadPrice(api), [0.0035, 'computed'])
  assert.equal((await listInForce(api)).id, null)
})

test('a list that changed since the preview is not applied', async () => {
  const { api } = await app.newWorkspace()
  const { digest } = await change(api, fileOf(litellm(5)))
  const otherList = await api.post(path, { ...fileOf(litellm(6)), digest })
  assert.deepEqual([otherList.status, otherList.body.detail[0].loc], [422, ['body', 'digest']])
  // White space does not change the digest.
  const blank = fileOf(JSON.stringify(litellm(5), null, 2))
  assert.equal((await change(api, blank)).digest, digest)
  await apply(api, fileOf(litellm(8)))
  const otherBefore = await api.post(path, { ...fileOf(litellm(5)), digest })
  assert.equal(otherBefore.status, 422)
  assert.deepEqual(await logAndReadPrice(api), [0.009, 'computed'])
})

test('of two lists that are applied at the same time, one is refused, and one is in force', async () => {
  const { api } = await app.newWorkspace()
  const lists = [fileOf(litellm(5)), fileOf(litellm(6))]
  const digests = await Promise.all(lists.map(async (list) => (await change(api, list)).digest))
  const replies = await Promise.all(
    lists.map((list, index) => api.post(path, { ...list, digest: digests[index] })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
  assert.equal((await listInForce(api)).source, 'file')
})

test('the last five lists and the list in force are kept', async () => {
  const { api } = await app.newWorkspace()
  const first = (await apply(api, fileOf(litellm(1)))).after
  for (const rate of [2, 3, 4, 5, 6]) await apply(api, fileOf(litellm(rate)))
  const { body } = await api.get(path)
  assert.equal(body.price_lists.length, 6)
  const reply = await api.post(path, { price_list_id: first.id })
  assert.equal(reply.status, 404)
})

test('a list is fetched over https, within limits; its query is not stored', async () => {
  const { api } = await app.newWorkspace()
  const url = 'https://prices.example.com/lists/model_prices.json?token=very-secret'
  served = { body: JSON.stringify(litellm(5)) }
  const { after } = await apply(api, { url })
  assert.deepEqual(
    [after.source, after.name, after.url],
    ['url', 'model_prices.json', 'https://prices.example.com/lists/model_prices.json'],
  )
  assert.deepEqual(await logAndReadPrice(api), [0.006, 'computed'])
  const { body: log } = await api.get('/api/public/v2/audit-events')
  assert.ok(JSON.stringify(log).includes('change_price_list'), JSON.stringify(log).slice(0, 300))
  assert.ok(!JSON.stringify(log).includes('very-secret'))

  const { digest } = await change(api, { url })
  served = { body: JSON.stringify(litellm(6)) }
  assert.equal((await api.post(path, { url, digest })).status, 422)
  for (const [answer, message] of [
    [{ status: 404 }, /404/],
    [{ url: 'http://prices.example.com/' }, /https/],
    [{ body: 'no list' }, /JSON/],
  ] as const) {
    served = answer
    const { status, body } = await api.post(path, { url })
    assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'url']])
    assert.match(body.detail[0].msg, message)
  }
  for (const wrong of [
    'http://prices.example.com/list.json',
    'https:',
    'file:///etc/passwd',
    'https://[',
    '',
  ])
    assert.equal((await api.post(path, { url: wrong })).status, 422, wrong)
})

test('an unreadable list is refused with the location of the fault', async () => {
  const { api } = await app.newWorkspace()
  const model = (more: object) =>
    genai([{ id: 'm', match: { equals: 'm' }, prices: { input_mtok: 1 }, ...more }])
  const entry = (rates: object) => ({ m: { litellm_provider: 'openai', ...rates } })
  const deep = (depth: number): object => (depth === 0 ? { equals: 'm' } : { or: [deep(depth - 1)] })
  for (const [list, message] of [
    ['', /empty|Field|must/],
    ['{', /not JSON/],
    ['5', /must be a list of providers/],
    [[], /at least one model/],
    [{}, /at least one model/],
    ['[['.repeat(500_000), /not JSON/],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, /\[0\]\.id/],
    [Buffer.from([0x22, 0xff, 0x22]).toString('latin1'), /JSON|list of providers/],
    [entry({ input_cost_per_token: -1 }), /m\.input_cost_per_token must be from 0/],
    [entry({ input_cost_per_token: 1e30 }), /m\.input_cost_per_token must be from 0/],
    [
      '{"m":{"litellm_provider":"openai","input_cost_per_token":1e999}}',
      /m\.input_cost_per_token must be a number/,
    ],
    [entry({ input_cost_per_token: 'NaN' }), /m\.input_cost_per_token must be a number/],
    ['{"m":{"litellm_provider":"openai","input_cost_per_token":NaN}}', /not JSON/],
    [{ m: { input_cost_per_token: 1e-6 } }, /m\.litellm_provider must be text/],
    ['{"m":{"litellm_provider":"openai","input_cost_per_token":1e-6},"m":{}}', /m is a duplicate key/],
    [{ ['x'.repeat(300)]: entry({ input_cost_per_token: 1e-6 }).m }, /must be text of 1 to 256/],
    [[...model({}), ...model({})], /\[1\]\.id repeats the provider openai/],
    [genai([...model({})[0]!.models, ...model({})[0]!.models]), /models\[1\]\.id repeats the model m/],
    [model({ prices: { input_mtok: -1 } }), /openai\/m\.prices\[0\]\.input_mtok must be from 0/],
    [model({ prices: Array(100).fill({ prices: { input_mtok: 1 } }) }), /50 items at most/],
    [model({ match: deep(50) }), /match must nest 5 levels at most/],
    [model({ match: { or: Array(200).fill({ equals: 'm' }) } }), /match must have 100 texts at most/],
  ] as const) {
    const { status, body } = await api.post(path, fileOf(list))
    assert.equal(status, 422, JSON.stringify(body).slice(0, 300))
    assert.deepEqual(body.detail[0].loc, ['body', 'file_content_base64'])
    assert.match(body.detail[0].msg, message)
  }
  const large = await api.post(path, fileOf(' '.repeat(32 * 1024 * 1024)))
  assert.equal(large.status, 413)
  for (const body of [
    {},
    { ...fileOf(litellm(5)), price_list_id: null },
    { price_list_id: null, digest: 'x' },
  ])
    assert.equal((await api.post(path, body)).status, 422, JSON.stringify(body))
})

test('names of built-in object properties are ordinary model names', async () => {
  const { api } = await app.newWorkspace()
  const rates = '"input_cost_per_token":1e-6,"output_cost_per_token":1e-6'
  const names = ['__proto__', 'constructor', 'toString']
  const list = names.map((name) => `"${name}":{"litellm_provider":"${name}",${rates}}`).join()
  await apply(api, fileOf(`{${list}}`))
  for (const name of names)
    assert.deepEqual(await logAndReadPrice(api, { provider: name, model: name }), [0.0011, 'computed'], name)
  assert.deepEqual(await logAndReadPrice(api, { provider: 'openai', model: 'valueOf' }), [0, 'unknown_model'])
})

test('a large list does not block the event loop for long', async () => {
  const { api } = await app.newWorkspace()
  const names = Array.from({ length: 15_000 }, (_, index) => `model-number-${index}`)
  const list = Object.fromEntries(
    names.map((name) => [
      name,
      {
        litellm_provider: 'openai',
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
        about: 'x'.repeat(300),
      },
    ]),
  )
  const body = fileOf(list)
  const objects = fileOf(`[${'{},'.repeat(2_000_000)}{}]`)
  // Milliseconds of processor time of this thread in one turn; waiting for the processor does not count.
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, 1)
  try {
    const { added } = await apply(api, body)
    assert.equal(added, 15_000)
    assert.equal((await api.post(path, objects)).status, 422)
  } finally {
    clearInterval(timer)
  }
  assert.ok(longest < 250, `${longest} ms`)
})

test('a list belongs to its workspace, and only admins change it', async () => {
  const [mine, other] = [await app.newWorkspace(), await app.newWorkspace()]
  const { after } = await apply(mine.api, fileOf(litellm(5)))
  assert.deepEqual(await logAndReadPrice(other.api), [0.0035, 'computed'])
  const named = await other.api.post(path, { price_list_id: after.id + 1000 })
  assert.deepEqual([named.status, (await listInForce(other.api)).id], [404, null])
  const { body: key } = await mine.api.post('/api/public/v2/api-keys', { name: 'c', role: 'contributor' })
  const contributor = { 'X-API-KEY': key.key ?? key.api_key.key }
  assert.equal((await mine.api.post(path, fileOf(litellm(6)), contributor)).status, 403)
})

test('every process has changed prices before the change is answered', async () => {
  const { id, api } = await app.newWorkspace()
  const elsewhere = createPricer(app.context.store, Date.now)
  const workspace = id as Parameters<typeof elsewhere.price>[0]
  const call = {
    provider: 'openai',
    models: ['gpt-4o'],
    time: 0,
    serviceTier: null,
    usage: { inputTokens: 1_000_000, outputTokens: 0 },
  }
  const price = async () => (await elsewhere.price(workspace, call)).price?.toFixed()
  assert.equal(await price(), '2.5')
  await apply(api, fileOf(litellm(5)))
  assert.equal(await price(), '5')
  const { list } = await elsewhere.book(workspace)
  assert.equal(list.models.get('openai')?.[0]?.prices[0]?.rates.input?.base.toFixed(), '5')

  const overrides = '/api/public/v2/price-overrides'
  const { body } = await api.post(overrides, { model: 'gpt-4o', rates: { input: 1, output: 1 } })
  assert.equal(await price(), '1')
  await api.patch(`${overrides}/${body.price_override.id}`, { rates: { input: 3 } })
  assert.equal(await price(), '3')
  await api.delete(`${overrides}/${body.price_override.id}`)
  assert.equal(await price(), '5')
})
