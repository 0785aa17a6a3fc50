import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { createConnector } from './connector.ts'

test('a socket connected to another address is closed before data is sent', async () => {
  let received = 0
  const server = createServer((socket) => {
    socket.on('data', () => received++).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const checked: string[] = []
  // This policy permits the lookup's address and refuses the socket's.
  const policy = { permits: ({ address }: { address: string }) => checked.push(address) === 1 }
  const connect = createConnector(policy, async () => ['127.0.0.1'], new AbortController().signal)
  const error = await new Promise((done) =>
    connect(
      { hostname: 'a.example', host: 'a.example', protocol: 'http:', port: String(port) },
      (...[error]) => done(error),
    ),
  )
  assert.equal((error as { code?: string }).code, 'blocked_address')
  assert.deepEqual(checked, ['127.0.0.1', '127.0.0.1'])
  server.close()
  await once(server, 'close')
  assert.equal(received, 0)
})
