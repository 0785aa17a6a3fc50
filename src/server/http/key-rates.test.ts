import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../engine/refusal.ts'
import { anonymousCaller, type Caller } from './caller.ts'
import { KeyRates } from './key-rates.ts'

const keyed = (id: number, requestsPerMinute: number | null): Caller => ({
  ...anonymousCaller,
  actor: { kind: 'key', id, name: 'a key' },
  requestsPerMinute,
})

/** The seconds that the caller has to wait; null if the call is allowed. */
function waitOf(rates: KeyRates, caller: Caller): unknown {
  try {
    rates.take(caller)
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.data['retryAfter']
  }
}

test('a key may use a minute of calls at once; then they refill', () => {
  let now = 1_000_000
  const rates = new KeyRates(null, () => now)
  const caller = keyed(1, 60)
  for (let call = 0; call < 60; call++) assert.equal(waitOf(rates, caller), null, String(call))
  assert.equal(waitOf(rates, caller), 1)
  now += 1_000
  assert.deepEqual([waitOf(rates, caller), waitOf(rates, caller)], [null, 1])
  assert.equal(waitOf(rates, keyed(2, 60)), null)
})

test('a limited key gets the seconds to wait', () => {
  const rates = new KeyRates(null, () => 5)
  assert.deepEqual(
    [1, 2, 3].map(() => waitOf(rates, keyed(1, 2))),
    [null, null, 30],
  )
})

test("the server's default holds for keys without a rate; 0 is no limit, and people have none", () => {
  const rates = new KeyRates(1, () => 5)
  assert.deepEqual(
    [1, 2].map(() => waitOf(rates, keyed(1, null))),
    [null, 60],
  )
  assert.deepEqual(
    [1, 2].map(() => waitOf(rates, keyed(2, 0))),
    [null, null],
  )
  const person: Caller = {
    ...anonymousCaller,
    actor: { kind: 'person', id: 'p', name: 'Ada', sessionHash: '' },
  }
  assert.deepEqual(
    [1, 2].map(() => waitOf(rates, person)),
    [null, null],
  )
})
