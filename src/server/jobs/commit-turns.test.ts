import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { markCaller } from '../pacing/recent-callers.ts'
import { CommitTurns } from './commit-turns.ts'

function commits(turns: CommitTurns, workspace: number) {
  let underWay = 0
  let maxUnderWay = 0
  const ends: number[] = []
  const commit = async () => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay)
    await sleep(5)
    underWay--
    ends.push(performance.now())
  }
  const all = Promise.all(Array.from({ length: 3 }, () => turns.take(workspace, commit)))
  return all.then(() => ({ maxUnderWay, ends }))
}

test('the only active workspace commits at once', async () => {
  // Another test file of this process may have called a moment ago.
  await sleep(1_001)
  markCaller(1)
  const { maxUnderWay } = await commits(new CommitTurns(), 1)
  assert.equal(maxUnderWay, 3)
})

test('beside calls of another workspace commits run one by one, each after a rest as long as the last commit', async () => {
  markCaller(1)
  markCaller(2)
  const { maxUnderWay, ends } = await commits(new CommitTurns(), 1)
  assert.equal(maxUnderWay, 1)
  const [first, second, third] = ends as [number, number, number]
  // A commit and the pause before it take 10 ms; timers fire at most a millisecond early.
  assert.ok(second - first >= 8 && third - second >= 8, `${ends}`)
})

test('the next commit runs after a failed one', async () => {
  markCaller(1)
  markCaller(2)
  const turns = new CommitTurns()
  await assert.rejects(
    turns.take(1, () => Promise.reject(new Error('refused'))),
    /refused/,
  )
  assert.equal(await turns.take(1, async () => 'committed'), 'committed')
})
