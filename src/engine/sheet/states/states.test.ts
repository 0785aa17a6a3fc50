import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CellEvent,
  type CellStatus,
  cellEvents,
  cellStates,
  endsRun,
  isPending,
  NEW_CELL,
  restingStates,
  statesFor,
  transition,
} from './index.ts'

const at = (state: CellStatus['state'], rest: Partial<CellStatus> = {}): CellStatus => ({
  state,
  resting: isPending(state) ? 'STALE' : state,
  awaiting: false,
  ...rest,
})

const path = (from: CellStatus, ...events: CellEvent[]) =>
  events.reduce(
    (status, event) => transition(status, event) ?? assert.fail(`${event} in ${status.state}`),
    from,
  )

describe('transition', () => {
  it('is null for an event in a state without a move for it', () => {
    for (const event of cellEvents)
      assert.deepEqual(
        cellStates.filter((state) => transition(at(state), event) !== null).sort(),
        statesFor(event).sort(),
      )
    for (const [state, event] of [
      ['DISPATCHED', 'queue'],
      ['STALE', 'complete'],
      ['COMPLETED', 'complete'],
      ['FAILED', 'revive'],
      ['STALE', 'cancel'],
      ['STALE', 'invalidate'],
      ['COMPLETED', 'restore'],
    ] as const)
      assert.equal(transition(at(state), event), null, `${event} in ${state}`)
  })

  it('keeps resting equal to the state of cells at rest', () => {
    for (const event of cellEvents)
      for (const state of cellStates)
        for (const resting of isPending(state) ? restingStates : [state]) {
          const moved = transition(at(state, { resting }), event)
          if (moved && !isPending(moved.state)) assert.equal(moved.resting, moved.state)
        }
  })

  it('restores the resting state after a cancel or a budget stop', () => {
    for (const event of ['cancel', 'skip'] as const) {
      for (const state of restingStates) {
        assert.equal(path(at(state), 'queue', event).state, state)
        assert.deepEqual(path(at(state), 'queue', 'dispatch', event), at(state))
        assert.deepEqual(path(at(state), 'queue', 'dispatch', 'restart', event), at(state))
      }
      assert.equal(path(at('COMPLETED'), 'queue', 'invalidate', event).state, 'STALE')
      assert.equal(path(at('COMPLETED'), 'queue', 'dispatch', 'invalidate by run', event).state, 'STALE')
    }
  })

  it('leaves an awaiting cell alone until a person answers', () => {
    const waiting = path(NEW_CELL, 'queue', 'dispatch', 'await')
    assert.deepEqual([waiting.state, waiting.awaiting], ['STALE', true])
    for (const event of ['queue', 'take', 'revive', 'invalidate'] as const)
      assert.equal(transition(waiting, event), null)
    assert.deepEqual(path(waiting, 'answer'), at('COMPLETED'))
    assert.deepEqual(path(waiting, 'answer', 'withdraw'), at('STALE', { awaiting: true }))
  })
})

it('endsRun is true after changed inputs, except for cells of the same run', () => {
  assert.equal(endsRun('DISPATCHED', 'invalidate', true), true)
  assert.equal(endsRun('QUEUED', 'invalidate by run', true), false)
  assert.equal(endsRun('QUEUED', 'invalidate by run', false), true)
  assert.equal(endsRun('COMPLETED', 'invalidate', true), false)
  assert.equal(endsRun('QUEUED', 'cancel', true), true)
  assert.equal(endsRun('QUEUED', 'complete', true), false)
})
