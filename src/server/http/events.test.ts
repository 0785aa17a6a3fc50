import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { openEvents } from './events.ts'
import { ClientGone } from './gone.ts'

/** A connection that takes little at a time. */
function slowReply() {
  const raw = Object.assign(new PassThrough({ highWaterMark: 16 }), { writeHead: () => undefined })
  return { raw, reply: { raw, hijack: () => undefined } as unknown as FastifyReply }
}

test('an event waits until the client has room for more', async () => {
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

test('a client that goes away ends the work that waits for it', async () => {
  const { raw, reply } = slowReply()
  const events = openEvents(reply)
  const sending = events.send('text', { text: 'longer than the buffer' })
  raw.destroy()
  await assert.rejects(sending, ClientGone)
  await assert.rejects(events.send('text', {}), ClientGone)
  events.close()
})
