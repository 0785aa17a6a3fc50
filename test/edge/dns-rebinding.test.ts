import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGuardedFetch } from '../../src/server/edge/index.ts'
import { loopback } from './loopback.ts'
import { nameServer } from './name-server.ts'

const allowed = '127.0.0.2'
const internal = '127.0.0.1'

/**
 * Starts an allowed and an internal server on one port. The name resolves to the addresses of `answers`, in
 * turn.
 */
async function startWorld(context: TestContext, answers: readonly (readonly string[])[]) {
  const secret = await loopback((_request, response) => response.end('secret'), internal)
  // The server closes its connection after each answer, so that every request looks the name up again.
  const open = await loopback(
    ({ url }, response) =>
      url === '/moved'
        ? response.writeHead(302, { connection: 'close', location: '/' }).end()
        : response.writeHead(200, { connection: 'close' }).end('open'),
    allowed,
    secret.port,
  )
  const names = await nameServer(answers)
  const guarded = createGuardedFetch({ allow: [allowed], resolve: names.resolve })
  context.after(async () => {
    await guarded.close()
    await Promise.all([secret.stop(), open.stop(), names.stop()])
  })
  const read = async (path: string) => {
    const limits = { timeoutMs: 5_000, maxResponseBytes: 1_000 }
    const answer = await guarded.fetch(`http://rebinding.example:${secret.port}${path}`, limits)
    return answer.text()
  }
  return { read, queries: names.queries, hits: () => ({ open: open.hits(), secret: secret.hits() }) }
}

const blocked = { code: 'blocked_address' }

test('a call connects to the address that was checked, and a name bound to another one later is refused', async (context) => {
  const { read, queries, hits } = await startWorld(context, [[allowed], [internal]])
  assert.equal(await read('/'), 'open')
  assert.deepEqual(queries, ['rebinding.example'])
  await assert.rejects(read('/'), blocked)
  assert.deepEqual(hits(), { open: 1, secret: 0 })
})

test('a name that is bound to an internal address before a redirect to itself is refused', async (context) => {
  const { read, queries, hits } = await startWorld(context, [[allowed], [internal]])
  await assert.rejects(read('/moved'), blocked)
  assert.equal(queries.length, 2)
  assert.deepEqual(hits(), { open: 1, secret: 0 })
})

test('an answer with one internal address among permitted ones is refused', async (context) => {
  const { read, hits } = await startWorld(context, [[allowed, internal]])
  await assert.rejects(read('/'), blocked)
  assert.deepEqual(hits(), { open: 0, secret: 0 })
})
