import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { namedFacets, nestedFacets } from '../../engine/search/index.ts'
import { columnKinds, type FacetEntry, requestFacets } from './request-facets.ts'

type Tagged = Parameters<typeof requestFacets.write>[2]

const output: FacetEntry = [4, 'answer', 'Yes']

const entriesOf = ({ tags, metadata }: Tagged): FacetEntry[] => [
  ...namedFacets('tags', tags).map(({ value }): FacetEntry => [columnKinds.tags, '', value]),
  ...nestedFacets('metadata', metadata).map(
    ({ key, value }): FacetEntry => [columnKinds.metadata, key, value],
  ),
  output,
]

const rowOf = (dialect: 'sqlite' | 'postgres', tagged: Tagged) => ({
  facets: requestFacets.write(dialect, entriesOf(tagged), tagged),
  tags: JSON.stringify(tagged.tags),
  metadata: JSON.stringify(tagged.metadata),
})

const isShort = ({ facets }: { readonly facets: string }) => facets.startsWith('[0')

const sqlite = new DatabaseSync(':memory:')

/** The tags and metadata as SQLite lists the columns. */
function listedBySqlite({
  tags,
  metadata,
}: {
  readonly tags: string
  readonly metadata: string
}): FacetEntry[] {
  const rows = sqlite
    .prepare(`select 1 as kind, '' as key, value from json_each(?)
      union all select 3, key, cast(value as text) from json_each(?)`)
    .all(tags, metadata) as { kind: number; key: string; value: string }[]
  return rows.map(({ kind, key, value }) => [kind, key, value])
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a"b',
    'back\\slash',
    'line\nend',
    '\u0000',
    '\ud800',
    'Straße',
    '你好',
    '1',
    ',',
    '[0',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.integer({ min: 150, max: 300 }).map((length) => 'long '.repeat(60).slice(0, length)),
)
const value = fc.oneof(
  text,
  text,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown>(true, null, 0.5, 1e21, -0, {}, [], { deep: 'er' }, ['a', 'b']),
)
const tagged = fc.record({
  tags: fc.array(text, { maxLength: 3 }),
  metadata: fc.dictionary(text, value, { maxKeys: 3 }),
})

test('a list that omits tags and metadata is completed from their columns on SQLite', () => {
  let short = 0
  fc.assert(
    fc.property(tagged, (sent) => {
      const row = rowOf('sqlite', sent)
      assert.deepEqual(requestFacets.read(row).sort(), entriesOf(sent).sort())
      if (!isShort(row)) return
      short++
      assert.deepEqual(listedBySqlite(row), entriesOf(sent).slice(0, -1))
    }),
    { numRuns: 2_000, seed: 5 },
  )
  assert.ok(short > 300 && short < 1_700, `${short} short lists`)
})

test('usual tags and metadata are stored once on SQLite', () => {
  const usual = { tags: ['production', 'Süd'], metadata: { user: 'ada', attempt: 3 } }
  assert.equal(rowOf('sqlite', usual).facets, '[0,[4,"answer","Yes"]]')
  const nested = { tags: ['production'], metadata: { user: { name: 'ada' } } }
  assert.equal(
    rowOf('sqlite', nested).facets,
    '[[1,"","production"],[3,"user.name","ada"],[4,"answer","Yes"]]',
  )
})

test('PostgreSQL gets whole lists with folded values, from either form', () => {
  const usual = { tags: ['Süd'], metadata: { user: 'Ada', attempt: 3 } }
  const row = rowOf('postgres', usual)
  assert.equal(
    row.facets,
    '[[1,"","Süd","süd"],[3,"user","Ada","ada"],[3,"attempt","3"],[4,"answer","Yes","yes"]]',
  )
  assert.equal(requestFacets.whole(row), row.facets)
  assert.equal(requestFacets.whole(rowOf('sqlite', usual)), row.facets)
})
