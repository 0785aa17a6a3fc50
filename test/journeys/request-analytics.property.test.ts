import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Bucketing,
  groupFields,
  intervalFor,
  metricFields,
  metrics,
  offsetsOf,
  parseCharts,
} from '../../src/engine/analytics/index.ts'
import { parseSearch } from '../../src/engine/search/index.ts'
import { finishIndex } from '../../src/server/requests/index.ts'
import { indexerOf } from '../../src/server/requests/indexing/indexer.ts'
import { appOfSuite } from '../kit/app.ts'
import {
  analyticsOf,
  byDate,
  chartOf,
  computeMeasure,
  groupsOf,
  isClose,
  scoredIn,
} from './support/analytics.ts'
import { writeOlderFacets } from './support/older-facets.ts'
import { query, request } from './support/random-requests.ts'
import { recordOf } from './support/request-search.ts'
import { log } from './support/requests.ts'
import { matches, type SearchRecord } from './support/search-in-memory.ts'

const seed = Number(process.env['GALLEY_TEST_SEED'] ?? 42)
const start = Date.UTC(2026, 10, 1)
const hour = 3_600_000
const zone = fc.constantFrom(null, 'UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York')

const metric = fc.constantFrom(...metrics.filter((metric) => metric !== 'count'))
const anyMeasure = fc.record({
  metric,
  metricField: fc.constantFrom(...(Object.keys(metricFields) as (keyof typeof metricFields)[])),
  percentile: fc.constantFrom(0, 50, 90, 95, 100),
})
const scores = fc.constantFrom(
  {},
  { scoreName: 'default' },
  { scoreName: 'helpful' },
  { scoreName: 'resolved' },
  { scoreName: 'resolved', scoreValue: 'yes' },
  { scoreName: 'topic', scoreValue: 'refund' },
  { scoreName: 'absent' },
)
const measure = fc.oneof(
  anyMeasure,
  fc.tuple(metric, scores).map(([metric, named]) => ({
    metric,
    metricField: 'score' as const,
    percentile: 50,
    ...named,
  })),
)
const grouping = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...groupFields).map((groupByField) => ({ groupByField })),
  fc.constantFrom('topic', 'resolved').map((groupByScoreName) => ({ groupByScoreName })),
  fc.constantFrom('a', 'b.c', 'constructor').map((groupByMetadataKey) => ({ groupByMetadataKey })),
)
const chart = fc
  .tuple(fc.oneof(fc.constant({}), measure), grouping, fc.boolean(), fc.constantFrom(1, 3, 100))
  .map(([of, by, timeSeries, limit]) => ({
    id: 'chart',
    chartType: 'bar' as const,
    ...of,
    ...by,
    timeSeries,
    limit,
  }))
/** Whole hours, and partial hours at both ends. */
const span = fc.option(
  fc
    .tuple(fc.double({ min: 0, max: 50, noNaN: true }), fc.integer({ min: 0, max: 50 }))
    .map(([from, to]) => ({
      filter_group: {
        filters: [
          {
            field: 'request_start_time',
            operator: 'between',
            value: [new Date(start + from * hour).toISOString(), new Date(start + to * hour).toISOString()],
          },
          { field: 'engine', operator: 'is_not', value: 'claude' },
        ],
      },
    })),
)

/** The request has no token counts. A refused call with a known price is counted, because it used no tokens. */
const isUncounted = ({ numbers, status }: SearchRecord): boolean =>
  numbers.input_tokens === 0 && numbers.output_tokens === 0 && !(status === 'ERROR' && numbers.cost !== null)

describe('analytics', () => {
  const app = appOfSuite()
  const records: SearchRecord[] = []
  before(async () => {
    for (const [index, body] of fc.sample(request, { numRuns: 120, seed: 7 }).entries()) {
      if (index === 70) {
        await finishIndex(app.context.store)
        // On SQLite the other requests are not indexed yet.
        indexerOf(app.context.store).suspend()
      }
      records.push(await withScores(recordOf(await log(app.api, body), body), index))
    }
    const stranger = await app.newWorkspace()
    for (const body of fc.sample(request, { numRuns: 10, seed: 8 })) await log(stranger.api, body)
    await writeOlderFacets(app.context.store)
  })

  /** Gives scores of every kind, from two sources, to some of the requests. */
  async function withScores(record: SearchRecord, index: number): Promise<SearchRecord> {
    const given = [
      ...(index % 3 === 0 ? [{ name: 'helpful', value: (index % 7) / 4 + 0.1, source: 'judge' }] : []),
      ...(index % 6 === 0 ? [{ name: 'helpful', value: 0.3, source: 'person' }] : []),
      ...(index % 4 === 1 ? [{ name: 'resolved', value: index % 8 === 1, source: 'person' }] : []),
      ...(index % 2 === 0
        ? [{ name: 'topic', value: ['refund', 'delivery'][(index % 3) & 1]!, source: 'judge' }]
        : []),
      ...(index % 5 === 0 ? [{ name: 'topic', value: 'refund', source: 'person' }] : []),
    ]
    for (const score of given) {
      const subject = { subject_type: 'request', subject_id: String(record.numbers.pl_id) }
      const reply = await app.api.post('/api/public/v2/scores', { ...subject, ...score })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
    }
    return { ...record, given }
  }

  const matching = (search: object) => {
    const parsed = parseSearch(search)
    return records.filter((record) => matches(record, parsed))
  }
  const first = () => Math.min(...records.map(({ numbers }) => numbers.request_start_time!))
  const last = () => Math.max(...records.map(({ numbers }) => numbers.request_start_time!))

  it('draw the same charts as a scan of the requests', async () => {
    let values = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(query, span), chart, zone, async (randomSearch, spec, time_zone) => {
        const search = {
          filter_group: randomSearch?.filter_group ?? null,
          q: randomSearch && 'q' in randomSearch ? randomSearch.q : null,
        }
        const [parsed] = parseCharts([spec])
        const actual = await chartOf(app.api, spec, { ...search, time_zone })
        const expectedGroups = groupsOf(matching(search), parsed!)
        const [of] = parsed!.measures
        if (!spec.timeSeries) {
          const shown = Math.min(expectedGroups.size, parsed!.grouping ? spec.limit : 1)
          assert.equal(actual.data.length, parsed!.grouping ? shown : 1)
          for (const row of actual.data) {
            const expected = computeMeasure(expectedGroups.get(row.name) ?? [], of!)
            assert.ok(isClose(row.value, expected), `${row.name}: ${row.value} is not ${expected}`)
            const scored = scoredIn(expectedGroups.get(row.name) ?? [], of!)
            const isOfTokens =
              (of!.metric === 'sum' || of!.metric === 'avg') && of!.field?.endsWith('put_tokens')
            if (isOfTokens)
              assert.equal(
                row.value_uncounted,
                (expectedGroups.get(row.name) ?? []).filter(isUncounted).length,
              )
            assert.equal(row.value_scored ?? 0, scored ?? 0, `${row.name}: requests with the score`)
            values++
          }
          return
        }
        assert.equal(actual.series.length, parsed!.grouping ? Math.min(expectedGroups.size, spec.limit) : 1)
        for (const { key, label } of actual.series) {
          // A label of 120 characters may be cut, and two names may share it.
          if (label.length === 120) continue
          const members = parsed!.grouping ? expectedGroups.get(label)! : (expectedGroups.get('all') ?? [])
          for (const row of actual.data) {
            const expected = [...bucketings(row, time_zone)].map((bucketing) =>
              computeMeasure(byDate(members, bucketing).get(row.date) ?? [], of!),
            )
            if (!Object.hasOwn(row, key)) continue
            assert.ok(
              expected.some((each) => isClose(row[key], each)),
              `${label} at ${row.date}: ${row[key]} is not ${expected}`,
            )
            values++
          }
        }
      }),
      { numRuns: 200, seed },
    )
    assert.ok(values > 500, `${values} values were compared`)
  })

  /** The format of a row's date determines the width of the buckets. */
  function* bucketings({ date }: { date: string }, time_zone: string | null): Generator<Bucketing> {
    const offsets = offsetsOf(time_zone, first(), last())
    const spans = date.includes('T')
      ? [0, 1, 20, 200, 2000, 20_000, 200_000, 2_000_000, 50 * hour]
      : [150 * hour]
    for (const wide of spans) yield { interval: intervalFor(wide), offsets }
  }

  it('give the same sums as a scan of the requests', async () => {
    let requests = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(query, span), async (randomSearch) => {
        const search = {
          filter_group: randomSearch?.filter_group ?? null,
          q: randomSearch && 'q' in randomSearch ? randomSearch.q : null,
        }
        const expected = matching(search)
        requests += expected.length
        const overview = await analyticsOf(app.api, search)
        const total = (field: 'cost' | 'input_tokens' | 'output_tokens' | 'latency_ms') =>
          expected.reduce((sum, { numbers }) => sum + numbers[field]!, 0)
        assert.equal(overview.totalRequests, expected.length)
        assert.ok(Math.abs(overview.totalCost - total('cost')) < 1e-9)
        assert.equal(
          overview.unpricedRequests,
          expected.filter(({ numbers }) => numbers.cost === null).length,
        )
        assert.equal(overview.uncountedRequests, expected.filter(isUncounted).length)
        assert.equal(
          overview.stats.reduce(
            (all: number, stat: Record<string, number>) => all + stat['uncountedRequests']!,
            0,
          ),
          expected.filter(isUncounted).length,
        )
        assert.equal(overview.totalTokens, total('input_tokens') + total('output_tokens'))
        assert.ok(
          Math.abs(overview.averageLatency - total('latency_ms') / 1000 / Math.max(1, expected.length)) <
            1e-9,
        )
        const sum = (of: (stat: Record<string, number>) => number) =>
          overview.stats.reduce((all: number, stat: Record<string, number>) => all + of(stat), 0)
        assert.equal(
          sum(({ requests }) => requests!),
          expected.length,
        )
        assert.equal(
          overview.errorTypes.reduce((all: number, { requests }: { requests: number }) => all + requests, 0),
          expected.filter(({ error_type }) => error_type !== null).length,
        )
        const tags = Map.groupBy(
          expected.flatMap(({ facets }) => facets.filter(({ kind }) => kind === 'tags')),
          ({ value }) => value,
        )
        assert.deepEqual(
          Object.fromEntries(
            overview.tagsBreakdown.map((row: { tag: string; requests: number }) => [row.tag, row.requests]),
          ),
          Object.fromEntries([...tags].map(([tag, all]) => [tag, all.length])),
        )
        const shapes = { json: 0, toolCall: 0, plainText: 0 }
        for (const { outputShapeCounts } of overview.stats)
          for (const shape of ['json', 'toolCall', 'plainText'] as const)
            shapes[shape] += outputShapeCounts[shape]
        const shaped = (shape: string) => expected.filter((record) => record.shape === shape).length
        assert.deepEqual(shapes, {
          json: shaped('json'),
          toolCall: shaped('tool_call'),
          plainText: shaped('plain_text'),
        })
      }),
      { numRuns: 80, seed: seed + 1 },
    )
    assert.ok(requests > 1000, 'the filters find something')
  })
})
