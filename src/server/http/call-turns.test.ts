import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { markCaller } from '../pacing/recent-callers.ts'
import { CallTurns } from './call-turns.ts'
import { anonymousCaller, type Caller } from './caller.ts'

const callerOf = (workspace: number): Caller => ({ ...anonymousCaller, workspace }) as Caller

test('a workspace alone has no turns to wait for', async () => {
  // Another test file of this process may have called a moment ago.
  await sleep(1_001)
  markCaller(11)
  assert.equal(new CallTurns().begin(callerOf(11)), null)
})

test('beside calls of another workspace four calls are handled at once, and the next when one ends', async () => {
  markCaller(21)
  markCaller(22)
  const turns = new CallTurns()
  const ends: (() => void)[] = []
  const calls = Array.from({ length: 6 }, () => turns.begin(callerOf(21))!.then((end) => ends.push(end)))
  await turn()
  assert.equal(ends.length, 4)
  // `end` is called twice: by the call when it ends, and by the timer after which the call counts as waiting.
  ends[0]!()
  ends[0]!()
  await calls[4]
  assert.equal(ends.length, 5)
  const other = await turns.begin(callerOf(22))!
  other()
  // A call that waits for a model does not keep its turn.
  await Promise.all(calls)
  for (const end of ends) end()
})
