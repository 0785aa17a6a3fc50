import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { beginCall, giveWay, longWork } from './calls-in-progress.ts'

const seconds = 1_000

// A call counts for 50 ms only. On a busy machine one turn of the event loop can take as long.
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

async function isOver(wait: Promise<void> | null): Promise<boolean> {
  await turn()
  return Promise.race([wait!.then(() => true), turn(false)])
}

test('work of a workspace waits until a call of another workspace ends', async () => {
  const end = beginCall(1)
  assert.equal(giveWay(1, longWork, 60 * seconds), null)
  const wait = giveWay(2, longWork, 60 * seconds)
  assert.equal(await isOver(wait), false)
  end()
  await wait
  assert.equal(giveWay(2, longWork, 60 * seconds), null)
})

test('a call waits only for workspaces with fewer calls in progress', async () => {
  const ends = [beginCall(1), beginCall(1), beginCall(2)]
  assert.equal(giveWay(2, 0, 60 * seconds), null)
  const wait = giveWay(1, 0, 60 * seconds)
  assert.equal(await isOver(wait), false)
  ends.push(beginCall(2))
  // No caller has fewer calls now, but the end of any call wakes the waiting ones.
  beginCall(3)()
  await wait
  for (const end of ends) end()
})

test('work does not wait for a workspace that has many calls in progress', () => {
  const ends = Array.from({ length: 4 }, () => beginCall(1))
  const others = Array.from({ length: 60 }, () => beginCall(2))
  assert.equal(giveWay(2, longWork, 60 * seconds), null)
  ends.pop()!()
  assert.notEqual(giveWay(2, 0, 1), null)
  for (const end of [...ends, ...others]) end()
})

test('a wait ends after its time limit, and at once when the call that it waits for is 50 ms old', async () => {
  const end = beginCall(1)
  const limited = giveWay(2, longWork, 1)
  const wait = giveWay(2, longWork, 60 * seconds)
  mock.timers.tick(1)
  await limited
  assert.equal(await isOver(wait), false)
  mock.timers.tick(49)
  await wait
  assert.equal(giveWay(2, longWork, 60 * seconds), null)
  // The first call is no longer counted, so its end leaves the count of the next call.
  const endNext = beginCall(1)
  end()
  assert.notEqual(giveWay(2, longWork, 1), null)
  endNext()
})
