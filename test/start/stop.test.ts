import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type Agent, type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { logEntry } from '../crash/log-entry.ts'
import { startServer, stopped } from './galley-process.ts'
import { migratedHome } from './storage.ts'

const key = 'the-key-of-this-test'

function post(address: string, path: string, agent?: Agent): ClientRequest {
  const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' }
  return request(address + path, { method: 'POST', agent, headers })
}

async function answerTo(call: ClientRequest): Promise<{ status: number; body: string }> {
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, body: await text(answer) }
}

test('on SIGTERM the server finishes calls under way, and idle connections do not delay it', async (context) => {
  const { environment } = await migratedHome(context)
  const server = await startServer({ ...environment, GALLEY_API_KEY: key })
  const idle = new HttpAgent({ keepAlive: true })
  const earlier = post(server.address, '/log-request', idle)
  earlier.end(JSON.stringify(logEntry('earlier')))
  assert.equal((await answerTo(earlier)).status, 200)
  // The connection is opened in advance and never used, as browsers do.
  const silent = connect(Number(new URL(server.address).port), '127.0.0.1')
  await once(silent, 'connect')

  const underWay = post(server.address, '/log-request')
  const [head, tail] = halvesOf(JSON.stringify(logEntry('under way')))
  const answered = answerTo(underWay)
  underWay.write(head)
  // The server has accepted the half request once it has answered a later one.
  await fetch(`${server.address}/health`)

  const stopping = performance.now()
  const ended = stopped(server)
  await once(silent.resume(), 'close')
  underWay.end(tail)
  assert.equal((await answered).status, 200)
  assert.equal((await ended).code, 0)
  const seconds = (performance.now() - stopping) / 1000
  assert.ok(seconds < 4, `${seconds} s`)
  idle.destroy()
})

test('a client that never finishes its request does not keep the server from stopping', async (context) => {
  const { environment } = await migratedHome(context)
  const server = await startServer({ ...environment, GALLEY_API_KEY: key })
  const endless = post(server.address, '/log-request')
  const cut = once(endless, 'error')
  endless.write('{"provider": "')
  await fetch(`${server.address}/health`)
  assert.equal((await stopped(server)).code, 0)
  await cut
})

function halvesOf(whole: string): [string, string] {
  const middle = Math.floor(whole.length / 2)
  return [whole.slice(0, middle), whole.slice(middle)]
}
