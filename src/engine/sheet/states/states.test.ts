import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CellStatus,
  cellEvents,
  cellStates,
  isPending,
  NEW_CELL,
  statesFor,
  transition,
} from './index.ts'

const at = (state: CellStatus['state'], rest: Partial<CellStatus> = {}): CellStatus => ({
  state,
  resting: isPending(state) ? 'STALE' : (state as CellStatus['resting']),
  awaiting: false,
  ...rest,
})

const path = (from: CellStatus, ...events: Parameters<typeof transition>[1][]) =>
  events.reduce(
    (status, event) => transition(status, event) ?? assert.fail(`${event} in ${status.state}`),
    from,
  )

describe('transition', () => {
  it('runs a cell from stale to completed or failed', () => {
    assert.equal(path(NEW_CELL, 'queue', 'dispatch', 'start', 'finish changed').state, 'COMPLETED')
    assert.equal(path(NEW_CELL, 'queue', 'dispatch', 'start', 'fail', 'queue').state, 'QUEUED')
    assert.equal(path(NEW_CELL, 'queue', 'upstream failed').state, 'FAILED')
  })

  it('refuses what the table does not have', () => {
    const legal = cellEvents.flatMap((event) => statesFor(event).map((state) => `${state} ${event}`))
    const moves = cellEvents.flatMap((event) => cellStates.filter((state) => transition(at(state), event)))
    assert.equal(moves.length, legal.length)
    for (const [state, event] of [
      ['RUNNING', 'queue'],
      ['QUEUED', 'start'],
      ['QUEUED', 'finish same'],
      ['COMPLETED', 'finish changed'],
      ['STALE', 'cancel'],
      ['QUEUED', 'lost worker'],
      ['RUNNING', 'edit'],
      ['FAILED', 'unchanged'],
    ] as const)
      assert.equal(transition(at(state), event), null, `${event} in ${state}`)
  })

  it('falls back to what the cell was when a run is cancelled', () => {
    for (const state of ['STALE', 'COMPLETED', 'FAILED'] as const) {
      assert.equal(path(at(state), 'queue', 'cancel').state, state)
      const cancelled = path(at(state), 'queue', 'dispatch', 'start', 'cancel')
      assert.deepEqual([cancelled.state, cancelled.resting], [state, state])
    }
    assert.equal(path(at('COMPLETED'), 'queue', 'upstream changed', 'cancel').state, 'STALE')
    assert.equal(path(at('COMPLETED'), 'queue', 'dispatch', 'config changed', 'cancel').state, 'STALE')
  })

  it('abandons a run whose inputs or lease are gone, and only a run', () => {
    for (const event of ['upstream changed', 'config changed', 'lost worker'] as const) {
      const moved = transition(at('RUNNING'), event)!
      assert.deepEqual([moved.state, moved.abandoned], ['QUEUED', true])
    }
    assert.equal(transition(at('QUEUED'), 'upstream changed')!.abandoned, false)
    assert.equal(transition(at('QUEUED'), 'cancel')!.abandoned, false)
    assert.equal(transition(at('RUNNING'), 'cancel')!.abandoned, true)
    assert.equal(transition(at('RUNNING'), 'finish same')!.abandoned, false)
  })

  it('keeps in mind that a person has to answer until one does', () => {
    const waiting = path(NEW_CELL, 'queue', 'dispatch', 'start', 'await')
    assert.deepEqual([waiting.state, waiting.awaiting], ['STALE', true])
    assert.equal(path(waiting, 'upstream changed').awaiting, true)
    assert.deepEqual(path(waiting, 'edit'), { ...at('COMPLETED'), abandoned: false })
  })
})
