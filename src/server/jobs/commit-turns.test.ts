import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { markCaller } from '../pacing/recent-callers.ts'
import { CommitTurns } from './commit-turns.ts'

/** Starts far from the real time, so that earlier calls of this process do not count. */
let now = performance.now() + 1e9
mock.method(performance, 'now', () => now)
mock.timers.enable({ apis: ['setTimeout'] })
beforeEach(() => {
  now += 60_000
})

async function pass(milliseconds: number) {
  now += milliseconds
  mock.timers.tick(milliseconds)
  await turn()
}

/** Starts three commits. Each ends when its function in `ends` is called. */
async function startThree(turns: CommitTurns) {
  const ends: (() => void)[] = []
  const commit = () => new Promise<void>((resolve) => ends.push(resolve))
  const all = Promise.all([1, 2, 3].map(() => turns.take(1, commit)))
  await turn()
  return { ends, all }
}

test('the only active workspace commits at once', async () => {
  markCaller(1)
  const { ends, all } = await startThree(new CommitTurns())
  assert.equal(ends.length, 3)
  for (const end of ends) end()
  await all
})

test('beside calls of another workspace commits run one by one, each after a rest as long as the last commit', async () => {
  markCaller(1)
  markCaller(2)
  const { ends, all } = await startThree(new CommitTurns())
  for (const [index, milliseconds] of [5, 20].entries()) {
    assert.equal(ends.length, index + 1)
    await pass(milliseconds)
    ends[index]!()
    await turn()
    await pass(milliseconds - 1)
    assert.equal(ends.length, index + 1)
    await pass(1)
  }
  assert.equal(ends.length, 3)
  ends[2]!()
  await all
})

test('the next commit runs after a failed one', async () => {
  markCaller(1)
  markCaller(2)
  const turns = new CommitTurns()
  await assert.rejects(
    turns.take(1, () => Promise.reject(new Error('refused'))),
    /refused/,
  )
  const next = turns.take(1, async () => 'committed')
  await pass(50)
  assert.equal(await next, 'committed')
})
