import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../../json/json.ts'
import { sameValue } from '../hash/index.ts'
import { compareContents, type SheetContent, sections } from './index.ts'

const keys = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '1')
const values: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(1, true, '1', null, '', { x: 1 }, [1], {
  x: 1,
  y: 2,
})
const section = fc.array(fc.tuple(keys, values)).map((entries) => new Map(entries))
const contents: fc.Arbitrary<SheetContent> = fc.record(
  { columns: section, rows: section, cells: section, settings: section },
  { noNullPrototype: true },
)

it('compareContents lists every differing key once, and no other key', () => {
  fc.assert(
    fc.property(contents, contents, (before, after) => {
      const delta = compareContents(before, after)
      for (const name of sections) {
        const [was, is] = [before[name], after[name]]
        const added = [...is].filter(([key]) => !was.has(key))
        const removed = [...was].filter(([key]) => !is.has(key))
        const updated = [...is].flatMap(([key, to]): [string, Json][] =>
          was.has(key) && !sameValue(was.get(key)!, to) ? [[key, [was.get(key)!, to]]] : [],
        )
        const actual = delta[name]
        assert.equal(actual === undefined, added.length + removed.length + updated.length === 0)
        assert.deepEqual(actual ?? { added: {}, updated: {}, removed: {} }, {
          added: Object.fromEntries(added),
          updated: Object.fromEntries(updated),
          removed: Object.fromEntries(removed),
        })
      }
    }),
  )
})
