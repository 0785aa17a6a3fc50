import assert from 'node:assert/strict'
import type { Reply } from '../../kit/api.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const kinds = {
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  strings: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  integers: (value: unknown) => Array.isArray(value) && value.every((one) => Number.isInteger(one)),
  uuid: (value: unknown) => typeof value === 'string' && uuid.test(value),
  uuids: (value: unknown) => Array.isArray(value) && value.every((one) => uuid.test(String(one))),
  'date-time': (value: unknown) => typeof value === 'string' && dateTime.test(value),
  any: (value: unknown) => value !== undefined,
} as const

type Kind = keyof typeof kinds
/**
 * Fields and their types, in the notation of the founding document's tables; with a question mark a field may
 * be null.
 */
export type Fields = Readonly<Record<string, Kind | `${Kind}?`>>

/** Asserts that every field of the table is present and has its type. */
export function hasFields(value: Record<string, unknown>, fields: Fields) {
  for (const [name, kind] of Object.entries(fields)) {
    const actual = value[name]
    if (kind.endsWith('?') && actual === null) continue
    const is = kinds[kind.replace('?', '') as Kind]
    assert.ok(is(actual), `${name} is no ${kind}: ${JSON.stringify(actual)} of ${JSON.stringify(value)}`)
  }
}

/** Asserts the validation shape (d), with a detail for each of these paths. */
export function isInvalid({ status, body }: Reply, ...paths: string[]) {
  assert.equal(status, 422, JSON.stringify(body))
  for (const detail of body.detail) hasFields(detail, { loc: 'strings', msg: 'string', type: 'string' })
  const named = body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))
  assert.deepEqual(named, paths, JSON.stringify(body))
}

/** Asserts the shape (a), which (c) and (e) also have. */
export function isMessage({ status, body }: Reply, expectedStatus: number) {
  assert.equal(status, expectedStatus, JSON.stringify(body))
  hasFields(body, { message: 'string' })
  assert.equal(body.success, false)
}

/** Asserts the shape (b). */
export function isFailure(reply: Reply, expectedStatus: number) {
  isMessage(reply, expectedStatus)
  hasFields(reply.body, { error: 'string' })
}
