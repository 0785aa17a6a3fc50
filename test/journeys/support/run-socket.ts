import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'

// biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
type SocketMessage = Record<string, any>

/** Opens the websocket of runs; its messages are read one after another. */
export async function openRunSocket(baseUrl: string, ...protocols: string[]) {
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/connection/websocket`, protocols)
  const messages: SocketMessage[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    messages.push(
      ...String(data)
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    wake()
  })
  await once(socket, 'open')
  const next = async () => {
    while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return messages.shift()!
  }
  const send = (...commands: object[]) =>
    socket.send(commands.map((command) => JSON.stringify(command)).join('\n'))
  return { socket, next, send }
}

/** Subscribes to a channel; `subscribed` is the answer of the server. */
export async function subscribeToRuns(baseUrl: string, channel: string, token: string) {
  const client = await openRunSocket(baseUrl)
  client.send({ id: 1, connect: { token } }, { id: 2, subscribe: { channel } })
  const connected = await client.next()
  assert.deepEqual([connected['id'], connected['connect'].pong], [1, true])
  return { ...client, subscribed: await client.next() }
}

/** The result of a run that a message reports. */
export function runEventIn(message: SocketMessage) {
  const { data } = message['push'].pub
  assert.equal(data.message_name, 'SET_WORKFLOW_COMPLETE')
  return JSON.parse(data.data)
}
