import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runnersFor } from './runner-count.ts'

test('the runners of both languages fit beside the server, from 1 GB on', () => {
  const gigabyte = 1024 ** 3
  const counts = [0.25, 1, 1.5, 2, 16].map((size) => runnersFor(size * gigabyte))
  assert.deepEqual(counts, [1, 1, 2, 3, 4])
})
