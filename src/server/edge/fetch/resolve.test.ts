import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { asStartedBy } from '../../started-by.ts'
import { limitLookups } from './resolve.ts'

const { signal } = new AbortController()

/** Lookups that end when the test calls `answer`. */
function slowNames() {
  const lookups: string[] = []
  const answers = new Map<string, () => void>()
  const resolve = limitLookups(
    (host) => {
      lookups.push(host)
      return new Promise((done) => answers.set(host, () => done(['192.0.2.1'])))
    },
    3,
    2,
  )
  const lookUp = (workspace: number, host: string, until = signal) =>
    asStartedBy({ workspace, role: 'viewer' }, () => resolve(host, until))
  return { lookups, answer: (host: string) => answers.get(host)!(), lookUp }
}

test('slow lookups of one workspace do not block another one', async () => {
  const { lookups, answer, lookUp } = slowNames()
  const slow = ['a.slow', 'b.slow', 'c.slow'].map((host) => lookUp(1, host))
  const other = lookUp(2, 'quick')
  await turn()
  assert.deepEqual(lookups, ['a.slow', 'b.slow', 'quick'])
  answer('quick')
  assert.deepEqual(await other, ['192.0.2.1'])
  answer('a.slow')
  await turn()
  assert.deepEqual(lookups, ['a.slow', 'b.slow', 'quick', 'c.slow'])
  for (const host of ['b.slow', 'c.slow']) answer(host)
  await Promise.all(slow)
})

test('a cancelled lookup does not begin', async () => {
  const { lookups, answer, lookUp } = slowNames()
  const cancelled = new AbortController()
  const first = ['a.slow', 'b.slow'].map((host) => lookUp(1, host))
  const third = lookUp(1, 'c.slow', cancelled.signal)
  cancelled.abort(new Error('given up'))
  await assert.rejects(third, /given up/)
  for (const host of ['a.slow', 'b.slow']) answer(host)
  await Promise.all(first)
  assert.deepEqual(lookups, ['a.slow', 'b.slow'])
})
