import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../../columns/json.ts'
import { cellKey, compareContents, type Delta, type SheetContent } from './index.ts'

const keys = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '1')
const values: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(1, true, '1', null, '', { x: 1 }, [1], {
  x: 1,
  y: 2,
})
const section = fc.array(fc.tuple(keys, values)).map((entries) => new Map(entries))
const contents: fc.Arbitrary<SheetContent> = fc.record(
  { columns: section, rows: section, cells: section },
  { noNullPrototype: true },
)
const empty: SheetContent = { columns: new Map(), rows: new Map(), cells: new Map() }

/** What a delta makes of a content, once it is checked that the delta fits it. */
function applied(delta: Delta, content: SheetContent): SheetContent {
  const sectionAfter = (name: keyof SheetContent) => {
    const { added = {}, updated = {}, removed = {} } = delta[name] ?? {}
    const after = new Map(content[name])
    for (const [key, value] of Object.entries(removed)) {
      assert.deepEqual(after.get(key), value)
      after.delete(key)
    }
    for (const [key, [from, to]] of Object.entries(updated)) {
      assert.deepEqual(after.get(key), from)
      after.set(key, to)
    }
    for (const [key, value] of Object.entries(added)) {
      assert.ok(!content[name].has(key))
      after.set(key, value)
    }
    return after
  }
  return { columns: sectionAfter('columns'), rows: sectionAfter('rows'), cells: sectionAfter('cells') }
}

describe('a delta', () => {
  it('leads from one content to the other', () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const sent = JSON.parse(JSON.stringify(compareContents(before, after))) as Delta
        assert.deepEqual(applied(sent, before), after)
      }),
    )
  })

  it('holds what changed, and nothing else', () => {
    const many = new Map<string, Json>(
      Array.from({ length: 1_000 }, (_, row) => [cellKey(row, 'c'), row] as const),
    )
    const before = { ...empty, cells: many }
    const after = { ...before, cells: new Map(many).set(cellKey(3, 'c'), 'new') }
    assert.deepEqual(compareContents(before, after), {
      cells: { added: {}, updated: { '3/c': [3, 'new'] }, removed: {} },
    })
    assert.deepEqual(compareContents(after, after), {})
  })
})
