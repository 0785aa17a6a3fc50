import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iteratedAs, starterWorkspace } from './started-by.ts'

test('the work of a stream is done as its caller, even if the socket requests the next chunk', async () => {
  const seen: number[] = []
  async function* chunks() {
    try {
      seen.push(starterWorkspace())
      yield 1
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(starterWorkspace())
      yield 2
    } finally {
      seen.push(starterWorkspace())
    }
  }
  const stream = iteratedAs({ workspace: 7, role: 'viewer' }, chunks())
  for await (const chunk of stream) {
    assert.equal(starterWorkspace(), 0)
    if (chunk === 2) break
  }
  assert.deepEqual(seen, [7, 7, 7])
})
