import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createGuardedFetch, type GuardedFetch } from '../../src/server/edge/index.ts'
import { type Loopback, loopback, resolverOf, watchConnections } from './loopback.ts'

const limits = { timeoutMs: 2_000, maxResponseBytes: 1_000 }
const watch = watchConnections()
let one: Loopback

before(async () => {
  one = await loopback((_request, response) => response.end('one'))
})
after(async () => {
  watch.restore()
  await one.stop()
})

async function read(guarded: GuardedFetch, url: string): Promise<string> {
  const answer = await guarded.fetch(url, limits)
  return answer.text()
}

const resolve = resolverOf({ 'model.internal': ['127.0.0.1'], 'other.internal': ['127.0.0.1'] })
const cases: { allow: string; url: string; reaches: boolean }[] = [
  { allow: 'model.internal', url: 'http://model.internal:PORT/', reaches: true },
  { allow: 'MODEL.internal.', url: 'http://model.Internal.:PORT/', reaches: false },
  { allow: 'model.internal', url: 'http://other.internal:PORT/', reaches: false },
  { allow: 'internal', url: 'http://model.internal:PORT/', reaches: false },
  { allow: 'model.internal', url: 'http://127.0.0.1:PORT/', reaches: false },
  { allow: 'model.internal:PORT', url: 'http://model.internal:PORT/', reaches: true },
  { allow: 'model.internal:1', url: 'http://model.internal:PORT/', reaches: false },
  { allow: '127.0.0.1', url: 'http://other.internal:PORT/', reaches: true },
  { allow: '127.0.0.1:PORT', url: 'http://127.0.0.1:PORT/', reaches: true },
  { allow: '127.0.0.1:1', url: 'http://127.0.0.1:PORT/', reaches: false },
  { allow: '127.0.0.0/8', url: 'http://2130706433:PORT/', reaches: true },
  { allow: '127.0.0.0/31', url: 'http://127.0.0.1:PORT/', reaches: true },
  { allow: '127.0.0.2/31', url: 'http://127.0.0.1:PORT/', reaches: false },
  { allow: '10.0.0.0/8', url: 'http://127.0.0.1:PORT/', reaches: false },
  { allow: '::1/128', url: 'http://127.0.0.1:PORT/', reaches: false },
]

for (const { allow, url, reaches } of cases)
  test(`allowing ${allow} ${reaches ? 'opens' : 'does not open'} ${url}`, async () => {
    const withPort = (text: string) => text.replace('PORT', String(one.port))
    const before = one.hits()
    const guarded = createGuardedFetch({ allow: [withPort(allow)], resolve })
    if (reaches) assert.equal(await read(guarded, withPort(url)), 'one')
    else await assert.rejects(read(guarded, withPort(url)))
    assert.equal(one.hits() - before, reaches ? 1 : 0)
    await guarded.close()
  })

test('the host allowed with a final dot is the host without it', async () => {
  const guarded = createGuardedFetch({ allow: ['MODEL.internal.'], resolve })
  assert.equal(await read(guarded, `http://model.internal:${one.port}/`), 'one')
  await guarded.close()
})

test('no connection was attempted except to loopback', () => {
  assert.deepEqual(
    watch.attempts.filter((address) => !/^127\.0\.0\.[12]$/.test(address)),
    [],
  )
})
