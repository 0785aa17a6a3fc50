import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { withHashPermit } from './password.ts'

test('four passwords are hashed at once, also when a caller comes at the end of another one', async () => {
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  let running = 0
  let most = 0
  const hash = (index: number) =>
    withHashPermit(() => {
      most = Math.max(most, ++running)
      const { promise } = gates[index]!
      void promise.then(() => running--)
      return promise
    })
  const first = [0, 1, 2, 3, 4].map(hash)
  const late = gates[0]!.promise.then(() => hash(5))
  gates[0]!.resolve()
  await turn()
  for (const { resolve } of gates) resolve()
  await Promise.all([...first, late])
  assert.equal(most, 4)
})
