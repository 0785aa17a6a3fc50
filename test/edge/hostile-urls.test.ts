import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createGuardedFetch, OutboundError } from '../../src/server/edge/index.ts'
import { hostileNames, hostileUrls } from './hostile-urls.cases.ts'
import { type Loopback, loopback, resolverOf, watchConnections } from './loopback.ts'

const limits = { timeoutMs: 2_000, maxResponseBytes: 1_000 }
const watch = watchConnections()
let servers: Loopback[]

before(async () => {
  const four = await loopback((_request, response) => response.end('reached'))
  const six = await loopback((_request, response) => response.end('reached'), '::1', four.port).catch(
    () => null,
  )
  servers = six ? [four, six] : [four]
})
after(async () => {
  watch.restore()
  for (const server of servers) await server.stop()
})

for (const [code, urls] of Object.entries(hostileUrls))
  for (const pattern of urls)
    test(`${JSON.stringify(pattern)} is refused: ${code}`, async () => {
      const guarded = createGuardedFetch({ allow: [], resolve: resolverOf(hostileNames) })
      const url = pattern.replace('PORT', String(servers[0]!.port))
      for (const call of [guarded.fetch, guarded.asFetch(limits)]) {
        const error = await call(url, limits).then(
          () => assert.fail('it was answered'),
          (reason: unknown) => reason,
        )
        assert.ok(error instanceof OutboundError, String(error))
        assert.equal(error.code, code)
      }
      await guarded.close()
      assert.deepEqual(watch.attempts, [])
      assert.deepEqual(
        servers.map((server) => server.hits()),
        servers.map(() => 0),
      )
    })

test('the list has at least 100 addresses', () => {
  assert.ok(Object.values(hostileUrls).flat().length >= 100)
})

test('a connection that is made is recorded', async () => {
  const resolve = resolverOf(hostileNames)
  const guarded = createGuardedFetch({ allow: ['public.example'], resolve })
  const answer = await guarded.fetch(`http://public.example:${servers[0]!.port}/`, limits)
  assert.equal(await answer.text(), 'reached')
  assert.deepEqual(watch.attempts, ['127.0.0.1'])
  await guarded.close()
})

test('a refusal does not contain the resolved address', async () => {
  const resolve = resolverOf({ 'intranet.example': ['10.11.12.13'] })
  const guarded = createGuardedFetch({ allow: [], resolve })
  const error = await guarded.fetch('http://intranet.example/?key=secret', limits).catch((reason) => reason)
  const shown = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
  assert.doesNotMatch(shown, /10\.11|secret/)
  await guarded.close()
})
