import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { filterFields, operatorsOf, parseSearch, requestSources } from '../../src/engine/search/index.ts'
import type { Store } from '../../src/server/db/index.ts'
import { finishIndex, searchLog } from '../../src/server/requests/index.ts'
import { indexerOf } from '../../src/server/requests/indexing/indexer.ts'
import { chooseDriver, type Driver } from '../../src/server/requests/search/choose-driver-queries.ts'
import { postingsOf, requiredTests } from '../../src/server/requests/search/driver.ts'
import { findPage } from '../../src/server/requests/search/find-page.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import { countQuery, type Page } from '../../src/server/requests/search/plan-queries.ts'
import { isListedScore } from '../../src/server/requests/search/score-list-queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { equalsMemory, inPages } from './support/equals-memory.ts'
import { writeOlderFacets } from './support/older-facets.ts'
import { givenScores, orderedQuery, query, request } from './support/random-requests.ts'
import { recordOf, searchAll } from './support/request-search.ts'
import { log, logFrom } from './support/requests.ts'
import { type SearchRecord, searchInMemory } from './support/search-in-memory.ts'
import { completion, publish } from './support/templates.ts'

describe('a search', () => {
  const app = appOfSuite()
  const records: SearchRecord[] = []
  before(async () => {
    const bodies = fc.sample(request, { numRuns: 120, seed: 7 })
    const logLinked = await createLinkedLogger(app)
    for (const body of bodies.slice(0, 70)) records.push(await logLinked(body))
    await finishIndex(app.context.store)
    // On SQLite the other requests are not indexed yet.
    indexerOf(app.context.store).suspend()
    for (const body of bodies.slice(70)) records.push(await logLinked(body))
    const stranger = await app.newWorkspace()
    for (const body of fc.sample(request, { numRuns: 10, seed: 8 })) await log(stranger.api, body)
    await writeOlderFacets(app.context.store)
  })

  it('is generated with every operator of every field', () => {
    const used = new Set<string>()
    const collect = (part: Part) => {
      if (part.filters) part.filters.forEach(collect)
      else used.add(`${part.field} ${part.operator}`)
    }
    for (const { filter_group } of fc.sample(query, { numRuns: 4_000, seed: 1 }))
      if (filter_group) collect(filter_group as Part)
    const all = Object.entries(filterFields).flatMap(([name, { kind }]) =>
      operatorsOf[kind].map((operator) => `${name} ${operator}`),
    )
    assert.deepEqual(
      all.filter((each) => !used.has(each)),
      [],
    )
  })

  it('finds the same requests as a linear scan, in the same order', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(orderedQuery, async (body) => {
        const expected = searchInMemory(records, parseSearch(body as object)).map(
          ({ numbers }) => numbers.pl_id,
        )
        count += expected.length
        assert.deepEqual(await searchAll(app.api, body), expected)
      }),
      { numRuns: 300, seed: Number(process.env['GALLEY_TEST_SEED'] ?? 42) },
    )
    assert.ok(count > 1000, 'the filters find something')
  })

  it('returns the same as the search in memory through the interface of the log', async () => {
    const workspace = await workspaceOf(app, records[0]!)
    const store = withLongTimeLimit(app.context.store)
    let count = 0
    await fc.assert(
      fc.asyncProperty(orderedQuery, async (body) => {
        const search = await searchLog(store, workspace, parseSearch(body as object), {
          limit: () => queryMilliseconds,
        })
        count += await equalsMemory(search, records)
      }),
      { numRuns: 150, seed: Number(process.env['GALLEY_TEST_SEED'] ?? 44) },
    )
    assert.ok(count > 500, 'the filters find something')
  })

  it('finds the same requests with every driver', async () => {
    const { store } = app.context
    const workspace = await workspaceOf(app, records[0]!)
    await fc.assert(
      fc.asyncProperty(orderedQuery, async (body) => {
        const parsed = parseSearch(body as object)
        const walk = await openSearch(store, workspace, parsed)
        const expected = searchInMemory(records, parsed).map(({ numbers }) => numbers.pl_id)
        const drivers: Driver[] = [
          { by: 'time' },
          ...postingsOf(requiredTests(parsed.filter)).flatMap((posting) =>
            [false, true].map((isFew) => ({ by: 'facet' as const, posting, isFew })),
          ),
          ...requiredTests(parsed.filter)
            .filter(isListedScore)
            .map((test) => ({ by: 'score' as const, tests: [test] })),
          await chooseDriver(walk),
          ...(parsed.words.length > 0 && store.dialect === 'sqlite' ? [{ by: 'words' as const }] : []),
        ]
        for (const driver of drivers) {
          const page = await findPage(walk, driver, { after: null, offset: 0, limit: 500 })
          assert.deepEqual(
            page.map(({ id }) => id),
            expected,
            driver.by,
          )
          const driven = { page: (page: Page) => findPage(walk, driver, page) }
          assert.deepEqual(await inPages(driven), expected, driver.by)
          const [count] = await store.timedQuery(countQuery(walk, driver, 500), 10_000)
          assert.equal(Number(count!.total), expected.length, driver.by)
        }
      }),
      { numRuns: 150, seed: Number(process.env['GALLEY_TEST_SEED'] ?? 43) },
    )
  })
})

interface Part {
  readonly field?: string
  readonly operator?: string
  readonly filters?: readonly Part[]
}

/** Returns a function that logs requests of all sources; some have a template, one of its versions, and a group. */
async function createLinkedLogger(app: TestApp) {
  const { api, key } = app
  const ids: number[] = []
  for (const name of ['one', 'two']) {
    const { id } = await publish(api, name, completion('Hi'))
    await publish(api, name, completion('Hello'))
    ids.push(id)
  }
  const newGroup = async (): Promise<number> => (await api.post('/create-group', { api_key: key })).body.id
  const groups = [await newGroup(), await newGroup()]
  let index = 0
  return async (body: object): Promise<SearchRecord> => {
    const prompt_id = ids[index % 3]
    const group_id = groups[index % 5]
    const version = 1 + (index % 2)
    index++
    const link = prompt_id === undefined ? {} : { prompt_id, prompt_version_number: version }
    const source = requestSources[index % 7] ?? 'app'
    const request = await logFrom(app, source, { ...body, ...link })
    if (group_id !== undefined)
      assert.equal((await api.post('/rest/track-group', { request_id: request, group_id })).status, 200)
    const given = givenScores(index)
    for (const score of given) {
      const subject = { subject_type: 'request', subject_id: String(request) }
      assert.equal((await api.post('/api/public/v2/scores', { ...subject, ...score })).status, 201)
    }
    return {
      ...recordOf(request, body, { ...link, source, ...(group_id !== undefined && { group_id }) }),
      given,
    }
  }
}

/** Time limit of a query. */
const queryMilliseconds = 60_000

/**
 * The store with longer time limits, because these tests compare exact counts. Production stops a count after 100 ms and
 * answers with a lower bound.
 */
const withLongTimeLimit = (store: Store): Store => ({
  ...store,
  timedQuery: (query) => store.timedQuery(query, queryMilliseconds),
})

async function workspaceOf({ context }: TestApp, { numbers }: SearchRecord): Promise<WorkspaceId> {
  const { workspace_id } = await context.store.db
    .selectFrom('requests')
    .select('workspace_id')
    .where('id', '=', numbers.pl_id!)
    .executeTakeFirstOrThrow()
  return workspace_id as WorkspaceId
}
