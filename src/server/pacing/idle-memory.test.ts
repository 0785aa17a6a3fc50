import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { it, mock } from 'node:test'
import { collectWhenIdle } from './idle-memory.ts'

it('memory is collected once, when the server is idle', () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const server = new EventEmitter()
  let collections = 0
  collectWhenIdle(server, () => collections++)
  for (let turn = 0; turn < 5; turn++) {
    server.emit('request')
    mock.timers.tick(1_500)
  }
  assert.equal(collections, 0)
  mock.timers.tick(1_500)
  assert.equal(collections, 1)
  mock.timers.tick(9_000)
  assert.equal(collections, 1)
  assert.equal(server.listenerCount('request'), 0)
  mock.timers.reset()
})
