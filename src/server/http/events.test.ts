import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { ClientDisconnected } from './client-disconnected.ts'
import { openEvents } from './events.ts'

/** A connection with a small buffer. */
function slowReply() {
  const raw = Object.assign(new PassThrough({ highWaterMark: 16 }), { writeHead: () => undefined })
  return { raw, reply: { raw, request: { id: 'a' }, hijack: () => undefined } as unknown as FastifyReply }
}

test('an event waits until the client can receive more', async () => {
  const { raw, reply } = slowReply()
  const events = openEvents(reply)
  let sent = false
  const sending = events.send('text', { text: 'longer than the buffer' }).then(() => {
    sent = true
  })
  await new Promise(setImmediate)
  assert.equal(sent, false)
  assert.equal(String(raw.read()), 'event: text\ndata: {"text":"longer than the buffer"}\n\n')
  await sending
  events.close()
})

test('a disconnected client ends the waiting work', async () => {
  const { raw, reply } = slowReply()
  const events = openEvents(reply)
  const sending = events.send('text', { text: 'longer than the buffer' })
  raw.destroy()
  await assert.rejects(sending, ClientDisconnected)
  await assert.rejects(events.send('text', {}), ClientDisconnected)
  events.close()
})
