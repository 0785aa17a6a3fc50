import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { openRunSocket, runEventIn, subscribeToRuns } from './support/run-socket.ts'
import { emptySheet } from './support/tables.ts'
import { createWorkflow, joinNode, output, resultsOf, startRun, topic } from './support/workflows.ts'

describe('the websocket of runs', () => {
  const app = appOfSuite()
  let workflow: number
  before(async () => {
    const nodes = [joinNode('end', ['topic'], output)]
    workflow = (await createWorkflow(app.api, { name: 'flow', ...topic, nodes })).workflow_id
  })

  const tokenFor = async (channel: string, api = app.api): Promise<string> => {
    const reply = await api.post(`/ws-token-request-library?capability=${channel}`)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.equal(reply.body.messaging_backend, 'centrifugo')
    return reply.body.token_details.token
  }

  const open = (...protocols: string[]) => openRunSocket(app.baseUrl, ...protocols)
  const listen = (channel: string, token: string) => subscribeToRuns(app.baseUrl, channel, token)

  it('reports a run that begins after the subscription, and again after a reconnect', async () => {
    const suffix = 'c0ffee'.repeat(5)
    const channel = `workflows:${workflow}:run:${suffix}`
    const token = await tokenFor(channel)
    const first = await listen(channel, token)
    assert.deepEqual(first.subscribed, { id: 2, subscribe: {} })
    const run = await startRun(app.api, workflow, {
      input_variables: { topic: 'rain' },
      channel_name_suffix: suffix,
    })
    const expected = { workflow_version_execution_id: run, result_code: 'OK', final_output: 'rain' }
    assert.deepEqual(runEventIn(await first.next()), expected)
    first.socket.terminate()
    const second = await listen(channel, token)
    assert.deepEqual(runEventIn(await second.next()), expected)
    const another = await startRun(app.api, workflow, { channel_name_suffix: suffix })
    assert.equal(runEventIn(await second.next()).workflow_version_execution_id, another)
    second.send({ id: 3, unsubscribe: { channel } })
    assert.deepEqual(await second.next(), { id: 3, unsubscribe: {} })
    second.socket.close()
  })

  it('reports a run that ended before a client subscribed', async () => {
    const run = await startRun(app.api, workflow, { input_variables: { topic: 'sun' } })
    await resultsOf(app.api, run)
    const channel = `workflow_updates:${run}`
    const { next, socket } = await listen(channel, await tokenFor(channel))
    assert.equal(runEventIn(await next()).final_output, 'sun')
    socket.close()
  })

  it('sends no message to another workspace', async () => {
    const run = await startRun(app.api, workflow)
    await resultsOf(app.api, run)
    const channel = `workflow_updates:${run}`
    const { api } = await app.newWorkspace()
    const { next, socket, subscribed, send } = await listen(channel, await tokenFor(channel, api))
    assert.deepEqual(subscribed, { id: 2, subscribe: {} })
    send({ id: 3, presence: {} })
    assert.equal((await next()).error.code, 108)
    socket.close()
  })

  it('reports the progress of operations of a sheet, to its own workspace only', async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    await sheet.add([{ [text.id]: 'a' }, { [text.id]: 'bb' }])
    await sheet.column('chars', 'COUNT', { source: 'text', type: 'chars' })
    const channel = `smart_sheets:smart_sheet#${sheet.id}`
    const capability = encodeURIComponent(channel)
    const { next, socket } = await listen(channel, await tokenFor(capability))
    const stranger = await app.newWorkspace()
    const other = await listen(channel, await tokenFor(capability, stranger.api))
    let update: Record<string, unknown>
    do {
      const { data } = (await next())['push'].pub
      assert.equal(data.message_name, 'SMART_TABLE_EXECUTION_STATUS_UPDATE')
      update = JSON.parse(data.data)
    } while (update['status'] !== 'completed')
    const { execution_id: id, completed, failed, total } = update
    assert.deepEqual([completed, failed, total], [2, 0, 2])
    assert.equal(bodyOf(await app.api.get(`${sheet.path}/operations/${id}`)).operation.execution_id, id)
    other.send({ id: 3, presence: {} })
    assert.equal((await other.next()).error.code, 108)
    for (const one of [socket, other.socket]) one.close()
  })

  it('accepts a client that offers an empty list of protocols, as the Python SDK does', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': '',
    }
    const call = request(`${app.baseUrl}/connection/websocket`, { headers }).end()
    const [response, socket] = await once(call, 'upgrade')
    assert.equal(response.statusCode, 101)
    socket.destroy()
  })

  it('accepts one subscription per token, to its own channel', async () => {
    const channel = 'workflow_updates:1'
    const { next, send, socket } = await listen('workflow_updates:2', await tokenFor(channel))
    send({ id: 3, subscribe: { channel } }, { id: 4, subscribe: { channel } }, {})
    assert.deepEqual(await next(), { id: 3, subscribe: {} })
    const later = [await next(), await next()].find(({ error }) => error)
    assert.equal(later!.error.code, 105)
    socket.close()
    for (const bad of ['', 'nope', 'workflow_updates:x', 'workflows:1:run:', 'a'.repeat(5_000)])
      assert.equal((await app.api.post(`/ws-token-request-library?capability=${bad}`)).status, 422)
  })

  it('closes on invalid tokens, on invalid messages, and on messages before the token', async () => {
    const token = await tokenFor('workflow_updates:1')
    const forged = `${Number(token.split('.')[0]) + 1}.${token.split('.')[1]}`
    const cases: [unknown, number][] = [
      [JSON.stringify({ id: 1, connect: { token: forged } }), 3500],
      [JSON.stringify({ id: 1, connect: { token: `${token}x` } }), 3500],
      [JSON.stringify({ id: 1, connect: {} }), 3500],
      ['not json', 3501],
      ['[]', 3501],
      ['{"id":"1","connect":{}}', 3501],
      [Buffer.from([1, 2, 3]), 3501],
      ['{}\n'.repeat(50), 3501],
      [JSON.stringify({ id: 1, subscribe: { channel: 'workflow_updates:1' } }), 3501],
      ['x'.repeat(100_000), 1009],
    ]
    for (const [message, code] of cases) {
      const { socket } = await open()
      socket.send(message as string)
      assert.equal((await once(socket, 'close'))[0], code, String(message).slice(0, 50))
    }
    const { socket } = await open('centrifuge-json')
    assert.equal(socket.protocol, 'centrifuge-json')
    socket.close()
  })

  it('refuses further connections of a workspace with 1,000, but not those of another workspace', async () => {
    const channel = 'workflow_updates:1'
    const crowded = await app.newWorkspace()
    const token = await tokenFor(channel, crowded.api)
    const sockets = []
    for (let from = 0; from < 1_000; from += 100)
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => listen(channel, token)))))
    const refusedCode = async () => {
      const { socket, send } = await open()
      send({ id: 1, connect: { token } })
      return (await once(socket, 'close'))[0]
    }
    // From 3500 on, SDKs would not connect again.
    assert.equal(await refusedCode(), 3013)
    const other = await listen(channel, await tokenFor(channel))
    const [first] = sockets
    first!.socket.close()
    await once(first!.socket, 'close')
    sockets.push(await listen(channel, token), other)
    for (const { socket } of sockets) socket.terminate()
  })

  it('answers upgrades to another protocol or of another address as usual calls', async () => {
    const ask = async (path: string, upgrade: string) => {
      const call = request(`${app.baseUrl}${path}`, { headers: { connection: 'Upgrade', upgrade } }).end()
      const [response] = await once(call, 'response')
      response.resume()
      return response.statusCode
    }
    assert.equal(await ask('/health', 'h2c'), 200)
    assert.equal(await ask('/health', 'websocket'), 200)
    assert.equal(await ask('/connection/websocket', 'h2c'), 404)
  })
})
