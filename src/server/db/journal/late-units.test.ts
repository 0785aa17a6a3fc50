import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LateUnits } from './late-units.ts'

const outage = new Error('away')
const isUnavailable = (error: unknown) => error === outage

test('units are appended again until storage answers', async () => {
  let isAway = true
  const done: number[] = []
  const late = new LateUnits(isUnavailable, assert.ifError)
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const number of [1, 2, 3])
    late.add(async () => {
      if (isAway) {
        isAway = number !== 1
        throw outage
      }
      done.push(number)
      if (done.length === 3) resolve()
    }, 1)
  await promise
  assert.deepEqual(done.toSorted(), [1, 2, 3])
})

test('a unit that fails with another error is reported and given up, and the others are not', async () => {
  const reported: unknown[] = []
  const wrong = new Error('wrong')
  const late = new LateUnits(isUnavailable, (error) => reported.push(error))
  late.add(() => Promise.reject(wrong), 1)
  await new Promise<void>((resolve) => late.add(async () => resolve(), 1))
  assert.deepEqual(reported, [wrong])
})

test('units beyond 64 MB are dropped, and after the end none is appended', async () => {
  const late = new LateUnits(isUnavailable, assert.ifError)
  let tries = 0
  const failing = () => {
    tries++
    return Promise.reject(outage)
  }
  late.add(failing, 65 * 1024 * 1024)
  assert.equal(tries, 0)
  late.add(failing, 1)
  late.close()
  const before = tries
  await new Promise((resolve) => setTimeout(resolve, 500))
  assert.equal(tries, before)
})
