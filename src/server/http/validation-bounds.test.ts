import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoints } from '../../contract/index.ts'
import { validate } from './validation.ts'

const all: Readonly<Record<string, Endpoint>> = endpoints
const wrongItems: readonly unknown[] = [{ x: 1 }, 1, '', null, [[]]]

/** Variants of the value with one list filled with many copies of `item`. */
function* withLongLists(value: unknown, item: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield Array(5_000).fill(item)
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value))
    for (const changed of withLongLists(part, item))
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
}

test('a large body with thousands of wrong items gets at most 20 errors', () => {
  let refused = 0
  for (const { id, body, example } of Object.values(all))
    for (const item of wrongItems)
      for (const changed of body ? withLongLists(example.body, item) : []) {
        const { error } = validate(body!, changed, 20_000)
        if (!error) continue
        refused++
        assert.ok(error.issues.length <= 20, `${id}: ${error.issues.length} things are wrong`)
      }
  assert.ok(refused > 100, String(refused))
})

test('all errors of a small body are reported', () => {
  const { error } = validate(endpoints.logRequest.body!, { provider: 1, model: 2 }, 100)
  assert.ok(error!.issues.length > 2)
})
