import assert from 'node:assert/strict'
import type { DatabaseOnly, LogSearch } from '../../../src/server/requests/search/log-search.ts'
import type { FoundRequest } from '../../../src/server/requests/search/plan-queries.ts'
import { type SearchRecord, searchInMemory } from './search-in-memory.ts'

/** Asserts that a database's search returns the same as the search in memory. Returns the number of requests. */
export async function equalsMemory(
  search: Omit<LogSearch, DatabaseOnly>,
  records: readonly SearchRecord[],
): Promise<number> {
  const matching = searchInMemory(records, search.query)
  const expected = matching.map(({ numbers }) => numbers.pl_id!)
  const whole = await search.page({ after: null, offset: 0, limit: 500 })
  assert.deepEqual(idsOf(whole), expected)
  assert.deepEqual(await inPages(search), expected)
  await equalsInWindows(search, matching)
  assert.deepEqual(await search.total({ requests: 0, milliseconds: 0 }), {
    atLeast: expected.length,
    isExact: true,
  })
  const starts = records.map(({ numbers }) => numbers.request_start_time!)
  assert.deepEqual(await search.extent(), { start: Math.min(...starts), end: Math.max(...starts) })
  await equalFacets(search, matching)
  for (const listed of [
    { kind: 'tags', key: '' },
    { kind: 'metadata', key: null },
  ] as const) {
    const texts = matching.flatMap(({ facets }) =>
      facets
        .filter(({ kind }) => kind === listed.kind)
        .map(({ key, value }) => (listed.key === null ? key : value)),
    )
    const distinct = [...new Set(texts)].filter((text) => text !== '').sort(byCodePoint)
    assert.deepEqual(await search.suggest(listed, '', 1_000), distinct)
  }
  return expected.length
}

const idsOf = (rows: readonly FoundRequest[]) => rows.map(({ id }) => id)

/** Ids in pages of seven, by the cursor of the previous page or by offset. */
export async function inPages(search: Pick<LogSearch, 'page'>): Promise<number[]> {
  const ids: number[] = []
  let after: FoundRequest | null = null
  for (;;) {
    const offset: number = after === null ? ids.length : 0
    const page: readonly FoundRequest[] = await search.page({ after, offset, limit: 7 })
    ids.push(...idsOf(page))
    if (page.length < 7) return ids
    // The second page is read by offset, later pages by cursor.
    after = ids.length > 7 ? page.at(-1)! : null
  }
}

/** Compares searches of a time window that begins and ends at a request's start. */
async function equalsInWindows(search: Pick<LogSearch, 'page'>, matching: readonly SearchRecord[]) {
  const starts = matching.map(({ numbers }) => numbers.request_start_time!).sort((a, b) => a - b)
  const [from, to] = [starts[Math.floor(starts.length / 3)], starts[Math.floor((starts.length * 2) / 3)]]
  if (from === undefined || to === undefined) return
  const within = { from, to, includesFrom: true, includesTo: false }
  const inWindow = await search.page({ after: null, offset: 0, limit: 500, within })
  const expected = matching.filter(
    ({ numbers: { request_start_time: start } }) => start! >= from && start! < to,
  )
  assert.deepEqual(
    idsOf(inWindow),
    expected.map(({ numbers }) => numbers.pl_id),
  )
}

async function equalFacets(search: Pick<LogSearch, 'facets'>, matching: readonly SearchRecord[]) {
  const valuesOf = {
    status: (record: SearchRecord) => [record.status],
    engine: (record: SearchRecord) => [record.engine],
    tags: ({ facets }: SearchRecord) =>
      facets.filter(({ kind }) => kind === 'tags').map(({ value }) => value),
    metadata_keys: ({ facets }: SearchRecord) => [
      ...new Set(facets.filter(({ kind }) => kind === 'metadata').map(({ key }) => key)),
    ],
  }
  const fields = Object.keys(valuesOf) as (keyof typeof valuesOf)[]
  const specs = fields.map((field, index) => ({ index, field, key: '' }))
  const counted = await search.facets(specs, 500)
  assert.equal(counted.requests, matching.length)
  assert.ok(counted.isExact)
  for (const [index, field] of fields.entries()) {
    const values = matching
      .flatMap(valuesOf[field])
      .filter((value) => field === 'metadata_keys' || value !== '')
    const counts = Map.groupBy(values, (value) => value)
    assert.deepEqual(
      new Map(counted.facets[index]!.counts.map(({ value, requests }) => [value, Number(requests)])),
      new Map([...counts].map(([value, all]) => [value, all.length])),
    )
  }
}

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
