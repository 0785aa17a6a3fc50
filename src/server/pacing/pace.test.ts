import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asStartedBy } from '../started-by.ts'
import { beginCall } from './calls-in-progress.ts'
import { Pace } from './pace.ts'
import { markCaller } from './recent-callers.ts'

function work(milliseconds: number) {
  const began = performance.now()
  while (performance.now() - began < milliseconds);
}

test('work that begins after a full slice of the turn waits for the next turn', async () => {
  const first = new Pace()
  await first.pause()
  work(3)
  const second = new Pace()
  let hasTurned = false
  setImmediate(() => {
    hasTurned = true
  })
  await second.pause()
  assert.ok(hasTurned)
})

test('one waiter continues in each turn', async () => {
  const pace = new Pace()
  work(3)
  let turns = 0
  const count = () => {
    turns++
    if (turns < 10) setImmediate(count)
  }
  setImmediate(count)
  const [first, second] = await Promise.all([pace.pause().then(() => turns), pace.pause().then(() => turns)])
  assert.ok(second > first, `${first}, ${second}`)
})

test('after a call of another workspace, work pauses for as long as it ran', async () => {
  const rest = async () => {
    const pace = new Pace()
    await pace.pause()
    work(3)
    const before = performance.now()
    let turns = 0
    const count = () => {
      turns++
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    await asStartedBy({ workspace: 1, role: 'viewer' }, () => pace.pause())
    clearImmediate(immediate)
    return { turns, milliseconds: performance.now() - before }
  }
  // Another test file of this process may have called a moment ago.
  await sleep(1_001)
  markCaller(1)
  assert.ok((await rest()).turns <= 2)
  markCaller(2)
  assert.ok((await rest()).milliseconds >= 1.5)
})

test('work waits for a call of another workspace, and then continues without a pause', async () => {
  const pace = new Pace()
  await pace.pause()
  work(3)
  const end = beginCall(2)
  let isEnded = false
  setTimeout(() => {
    isEnded = true
    end()
  }, 1)
  await asStartedBy({ workspace: 1, role: 'viewer' }, () => pace.pause())
  assert.ok(isEnded)
})

test('work in pieces of less than a slice waits for a call of another workspace too', async () => {
  const pace = new Pace()
  await sleep(3)
  const end = beginCall(2)
  let isEnded = false
  setTimeout(() => {
    isEnded = true
    end()
  }, 1)
  await asStartedBy({ workspace: 1, role: 'viewer' }, () => pace.pause())
  assert.ok(isEnded)
})

test('work in a transaction does not wait for a call, which may wait for the transaction', async () => {
  const pace = new Pace({ isInTransaction: true })
  await pace.pause()
  work(3)
  const end = beginCall(2)
  await asStartedBy({ workspace: 1, role: 'viewer' }, async () => {
    // A wait would be longer than all turns of this loop.
    let turns = 0
    const count = () => {
      turns++
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    await pace.pause()
    clearImmediate(immediate)
    assert.ok(turns <= 2, `${turns}`)
  })
  end()
})
