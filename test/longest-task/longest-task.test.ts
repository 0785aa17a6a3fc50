import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { defaultBodyLimit, type Endpoint, endpoints } from '../../src/contract/index.ts'
import {
  maxListedNumbers,
  maxLongNumerals,
  maxMetadata,
  maxTags,
  maxValues,
} from '../../src/engine/limits.ts'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { exampleIn } from '../every-endpoint/entities.ts'
import { testsContract } from '../every-endpoint/for-this-engine.ts'
import { credentials, requestOf, withKey } from '../every-endpoint/request.ts'
import type { Sent } from '../every-endpoint/wire.ts'
import { createWorld, type World } from '../every-endpoint/world.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { Client, type Measured } from './client.ts'
import { largestBodies, withKeys } from './largest.ts'

/** Milliseconds of processor time that a call may hold the event loop, for each MB sent or received. */
const eachMegabyte = 20
const floor = 150
const maxMilliseconds = 250
/**
 * Other processes slow memory down, and garbage collection is not the call's work, so the best of these
 * attempts counts.
 */
const attempts = 4

/** The number of values left for the example's other fields. */
const besides = 1_000
/**
 * Operations that store fields: PostgreSQL's driver runs in the server's thread, so they are tested on
 * PostgreSQL too.
 */
const stores = new Set<string>([
  'logRequest',
  'trackRequest',
  'createSpans',
  'exportTraces',
  'addRows',
  'publishTemplate',
])

suite('no call holds the event loop for long', () => {
  let models: Awaited<ReturnType<typeof startFakeModels>>
  let app: TestApp
  let world: World
  let client: Client
  before(async () => {
    models = await startFakeModels()
    // Other suites check answers; here the check would dominate the measurement.
    app = await startApp({}, { providers: readProviderEnvironment(models.environment()) }, null)
    world = await createWorld(app)
    client = new Client(app.baseUrl)
  })
  after(async () => {
    await client.close()
    await app.close()
    await models.close()
  })

  async function measure(sent: Sent): Promise<Measured> {
    let best: Measured | null = null
    for (let attempt = 0; attempt < attempts; attempt++) {
      const measured = await client.send(sent)
      assert.ok(measured.status >= 200, `${measured.status} ${measured.head}`)
      const bytes = Math.max(sent.body?.length ?? 0, measured.bytes)
      best = best && best.longest < measured.longest ? best : measured
      if (best.longest <= Math.min(maxMilliseconds, floor + (eachMegabyte * bytes) / 1e6)) return best
    }
    return assert.fail(`${sent.method} ${sent.path} held the event loop for ${best?.longest} ms`)
  }

  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    if (endpoint.body && endpoint.method !== 'delete' && (testsContract || stores.has(name)))
      test(`with the largest bodies of ${endpoint.id}`, async () => {
        const content = exampleIn(endpoint, world)
        const room = {
          bytes: (endpoint.bodyLimit ?? defaultBodyLimit) * 0.9,
          values: (endpoint.valueLimit ?? maxValues) - besides,
        }
        const start = content.body ?? {}
        for (const { name, body } of largestBodies(endpoint, start, room)) {
          const { status, head } = await measure(withKey(endpoint, { ...content, body }, world))
          assert.ok(!head.includes('JSON values'), `${name} has more values than it may have: ${head}`)
          const bytes = 0.9 * Number(/larger than (\d+) bytes/.exec(head)?.[1])
          if (!bytes) assert.notEqual(status, 413, `${name} is larger than it may be: ${head}`)
          for (const smaller of bytes ? largestBodies(endpoint, start, { ...room, bytes }) : [])
            if (smaller.name === name)
              await measure(withKey(endpoint, { ...content, body: smaller.body }, world))
        }
      })

  test('when the largest request is read again', async () => {
    const { logRequest, readRequest, searchRequests } = endpoints
    const body = {
      ...logRequest.example.body,
      metadata: withKeys(maxMetadata, 'v'.repeat(512)),
      tags: Array.from({ length: maxTags }, (_, index) => `${index} ${'t'.repeat(500)}`),
    }
    const logged = await client.send(withKey(logRequest, { params: {}, query: {}, body }, world))
    const { id } = JSON.parse(logged.head) as { id: number }
    const headers = credentials(readRequest, world)
    await measure(requestOf(readRequest, { params: { request_id: id }, query: {}, body: undefined }, headers))
    await measure(requestOf(searchRequests, { params: {}, query: {}, body: { per_page: 25 } }, headers))
  })

  test('when a body is all numbers', async () => {
    const { addRows, logRequest } = endpoints
    const vector = Array.from({ length: maxListedNumbers }, (_, index) => -index / 7_919)
    const long = `[${Array(maxLongNumerals).fill('9007199254740993').join()}]`
    const params = addRows.example.params
    await measure(withKey(addRows, { params, query: {}, body: { values: [{ text: vector }] } }, world))
    const usual = withKey(addRows, { params, query: {}, body: { values: [{ text: 'LONG' }] } }, world)
    const body = Buffer.from(usual.body!.toString().replace('"LONG"', long))
    await measure({ ...usual, body })
    const logged = { ...logRequest.example.body, prompt_input_variables: { vector } }
    await measure(withKey(logRequest, { params: {}, query: {}, body: logged }, world))
  })

  test('when a template is a wall of snippet markers', async () => {
    const { publishTemplate } = endpoints
    const { status, head } = await measure(withKey(publishTemplate, wallOf('@@@a', 800_000), world))
    assert.equal(status, 413, head)
    await measure(withKey(publishTemplate, wallOf('@@@a', 10_000), world))
    await measure(withKey(publishTemplate, wallOf('{a}{', 100_000), world))
  })
})

function wallOf(text: string, count: number) {
  const prompt_template = { type: 'completion', content: [{ type: 'text', text: text.repeat(count) }] }
  const body = { prompt_template: { prompt_name: 'wall' }, prompt_version: { prompt_template } }
  return { params: {}, query: {}, body }
}
