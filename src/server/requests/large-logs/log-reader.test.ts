import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../engine/refusal.ts'
import { readInThread } from './log-reader.ts'

test('a thread that ends for another reason than memory is an error of the server', async ({ mock }) => {
  mock.method(Worker.prototype, 'postMessage', function (this: Worker) {
    void this.terminate()
  })
  const log = { original: Buffer.from('{}'), dialect: 'sqlite', key: null } as never
  await assert.rejects(readInThread(log), (error) => {
    assert.ok(!(error instanceof Refusal), String(error))
    assert.match(String(error), /ended with exit code 0/)
    return true
  })
})
