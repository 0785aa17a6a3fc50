import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Refusal } from '../../engine/refusal.ts'
import { inParts } from './in-parts.ts'

const atMost = (limit: number) => async (part: readonly number[]) => {
  if (part.reduce((sum, size) => sum + size, 0) > limit) throw new Refusal('too_large', 'too large')
  return part
}

suite('work in parts', () => {
  test('halves the items until each part fits', async () => {
    assert.deepEqual(await inParts([1, 2, 3], atMost(6)), [[1, 2, 3]])
    assert.deepEqual(await inParts([5, 1, 3, 3, 6], atMost(6)), [[5, 1], [3], [3], [6]])
    assert.deepEqual(await inParts([], atMost(6)), [[]])
  })

  test('gives up on one item that does not fit, and on other refusals', async () => {
    await assert.rejects(inParts([1, 7], atMost(6)), Refusal)
    await assert.rejects(
      inParts([1, 2], async () => {
        throw new Refusal('busy', 'busy')
      }),
      { code: 'busy' },
    )
  })
})
