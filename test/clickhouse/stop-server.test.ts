import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { killed, startServer, stopped } from '../start/galley-process.ts'
import { migratedHome } from '../start/storage.ts'

// A statement may take a minute.
test('a server stops while ClickHouse does not answer', { timeout: 50_000 }, async (context) => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const connected = once(silent, 'connection')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { environment } = await migratedHome(context)
  const server = await startServer({
    ...environment,
    CLICKHOUSE_URL: `http://user:secret@127.0.0.1:${port}/logs`,
  })
  context.after(() => killed(server))
  await connected
  assert.equal((await stopped(server)).code, 0)
})
