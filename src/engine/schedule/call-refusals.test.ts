import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CallRefusals,
  faultOf,
  isHopeless,
  type NeighbouringCalls,
  noRefusals,
} from './call-refusals.ts'

const neighbours = (changes: Partial<NeighbouringCalls>): NeighbouringCalls => ({
  calls: 20,
  refused: 2,
  answeredStartedAt: null,
  ...changes,
})

test('a refusal counts for the pool if more than a quarter of the last calls were refused', () => {
  assert.equal(faultOf(noRefusals, 100, neighbours({ calls: 1, refused: 1 })).fault, 'pool')
  assert.equal(faultOf(noRefusals, 100, neighbours({ refused: 6 })).fault, 'pool')
  assert.equal(faultOf(noRefusals, 100, neighbours({ refused: 5 })).fault, 'call')
})

test('a call is given up after five refusals with later calls answered, or after twelve refusals', () => {
  const after = (refusals: number, answered: (startedAt: number) => number | null): CallRefusals => {
    let call = noRefusals
    for (let index = 0; index < refusals; index++)
      call = faultOf(call, index * 100, neighbours({ answeredStartedAt: answered(index * 100) })).refusals
    return call
  }
  const justBefore = (startedAt: number) => startedAt - 10
  assert.deepEqual(
    [5, 6].map((times) => isHopeless(after(times, justBefore))),
    [false, true],
  )
  assert.deepEqual(
    [11, 12].map((times) => isHopeless(after(times, () => null))),
    [false, true],
  )
})

test('refusals of the pool do not count against a call', () => {
  const once = faultOf(noRefusals, 100, neighbours({})).refusals
  const pools = faultOf(once, 200, neighbours({ refused: 10, answeredStartedAt: 150 })).refusals
  assert.deepEqual(pools, { own: 1, proven: 0, lastStartedAt: null })
  assert.equal(faultOf(pools, 300, neighbours({ answeredStartedAt: 250 })).refusals.proven, 0)
})
