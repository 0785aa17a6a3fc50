import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { parseSearch } from '../../src/engine/search/index.ts'
import { QueryTooSlowError } from '../../src/server/db/index.ts'
import { walk } from '../../src/server/requests/export/walk.ts'
import { finishIndex, searchLog } from '../../src/server/requests/index.ts'
import type { PageWithin } from '../../src/server/requests/search/log-search.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { query, request } from './support/random-requests.ts'
import { searchAll } from './support/request-search.ts'
import { log } from './support/requests.ts'

const path = '/api/public/v2/requests/export'

describe('exports of requests', () => {
  const app = appOfSuite()
  before(async () => {
    for (const body of fc.sample(request, { numRuns: 120, seed: 7 })) await log(app.api, body)
  })

  const download = (body: object, key = app.key) =>
    fetch(app.baseUrl + path, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const rowsOf = async (body: object, key?: string) => {
    const answer = await download(body, key)
    assert.equal(answer.status, 200)
    return linesOf(await answer.text())
  }
  const ids = (rows: { request_id: number }[]) => rows.map(({ request_id }) => request_id)

  it('contain the results of the search in its order, for any filter', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom('asc', 'desc'), async (randomSearch, sort_order) => {
        const { filter_group, q } = { ...(randomSearch as { filter_group?: unknown; q?: string | null }) }
        const search = { filter_group, q, sort_order, sort_by: 'request_start_time' }
        const rows = await rowsOf(search)
        assert.deepEqual(ids(rows), await searchAll(app.api, search))
        count += rows.length
      }),
      { numRuns: 40, seed: 3 },
    )
    assert.ok(count > 300, `${count} requests were found`)
  })

  it('contain all fields of a request, and its messages on request', async () => {
    const { api, key } = await app.newWorkspace()
    const id = await log(api, {
      tags: ['a', 'b'],
      metadata: { customer: '=ada', n: '1' },
      prompt_input_variables: { x: 'y' },
      price: 0.25,
      score: 90,
    })
    const [row] = await rowsOf({ include_content: true }, key)
    const { cursor, ...rest } = row
    assert.equal(typeof cursor, 'string')
    assert.deepEqual(Object.keys(row).at(-1), 'cursor')
    assert.deepEqual(
      [rest.request_id, rest.tags, rest.metadata, rest.price, rest.latency_ms, rest.scores],
      [id, ['a', 'b'], { customer: '=ada', n: '1' }, 0.25, 1000, [{ name: 'default', score: 90 }]],
    )
    assert.deepEqual(
      [rest.input[0].content[0].text, rest.output, rest.input_variables],
      ['Hi', 'Hello.', { x: 'y' }],
    )
    const csv = await (await download({ format: 'csv' }, key)).text()
    assert.match(csv, /^request_id,request_start_time,.*,cursor\r\n/)
    assert.equal(csv.split('\r\n').length, 3)
    const bare = await (await download({ format: 'csv', header: false }, key)).text()
    assert.equal(csv.slice(csv.indexOf('\r\n') + 2), bare)
    const bytes = await (await download({ format: 'parquet' }, key)).arrayBuffer()
    const [typed] = await parquetReadObjects({ file: bytes })
    assert.deepEqual(
      [typed!['request_id'], typed!['price'], typed!['model'], typed!['prompt_id'], typed!['tags']],
      [BigInt(id), 0.25, 'gpt-4o-mini', null, '["a","b"]'],
    )
    const filter_group = JSON.stringify({ filters: [{ field: 'tags', operator: 'contains', value: 'a' }] })
    const link = await fetch(
      `${app.baseUrl}${path}?${new URLSearchParams({ filter_group, format: 'csv' })}`,
      {
        headers: { 'X-Api-Key': key },
      },
    )
    assert.equal(await link.text(), csv)
    assert.equal(link.headers.get('content-disposition'), 'attachment; filename="requests.csv"')
  })

  it('continue after an interruption without loss or duplicates, while requests arrive', async () => {
    const { api, key } = await app.newWorkspace()
    const at = (second: number) => ({ request_start_time: new Date(1.795e12 + second * 1000).toISOString() })
    const start = async (second: number) =>
      log(api, { ...at(second), request_end_time: new Date(1.795e12 + second * 1000 + 5).toISOString() })
    const all: number[] = []
    // Four requests start at each second, so there are ties.
    for (let index = 0; index < 60; index++) all.push(await start(Math.floor(index / 4)))
    for (const sort_order of ['asc', 'desc']) {
      const complete = await (await download({ sort_order }, key)).text()
      assert.deepEqual(ids(linesOf(complete)).toSorted(), all.toSorted())
      for (const length of [1, 100, 700, 5_000, complete.length - 1]) {
        const interrupted = complete.slice(0, length)
        const wholeLines = interrupted.slice(0, interrupted.lastIndexOf('\n') + 1)
        const cursor = linesOf(wholeLines).at(-1)?.cursor
        const rest = await (await download({ sort_order, ...(cursor && { cursor }) }, key)).text()
        assert.equal(cursor ? wholeLines + rest : rest, complete)
      }
      const parts: string[] = []
      let cursor: string | undefined
      for (;;) {
        // Two requests arrive late: one is newer than all others, one starts between two existing requests.
        await start(100 + parts.length)
        await start(parts.length)
        const part = await rowsOf({ sort_order, limit: 13, ...(cursor && { cursor }) }, key)
        if (part.length === 0) break
        parts.push(...ids(part).map(String))
        cursor = part.at(-1).cursor
      }
      const expected = cursor ? ids(linesOf(complete)).map(String) : []
      const arrived = new Set(expected)
      assert.deepEqual(
        parts.filter((id) => arrived.has(id)),
        expected,
      )
      assert.equal(new Set(parts).size, parts.length)
      all.length = 0
      all.push(...ids(await rowsOf({}, key)))
    }
  })

  it('contain only requests of their workspace', async () => {
    const { key } = await app.newWorkspace()
    assert.deepEqual(await rowsOf({}, key), [])
    const [row] = await rowsOf({ limit: 1 })
    assert.deepEqual(await rowsOf({ cursor: row.cursor }, key), [])
  })

  it('read shorter time ranges if one part of the search takes too long', async () => {
    const { store } = app.context
    const complete = await searchAll(app.api, {})
    let stopped = 0
    await finishIndex(store)
    const { workspace_id } = await store.db
      .selectFrom('requests')
      .select('workspace_id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const log = await searchLog(store, workspace_id as WorkspaceId, parseSearch({}), { isIndexed: true })
    // Simulates a database that returns at most 40 requests within its time limit.
    const slow = {
      query: log.query,
      extent: () => log.extent(),
      page: async (range: PageWithin) => {
        const page = await log.page(range)
        if (page.length > 40 && ++stopped) throw new QueryTooSlowError()
        return page
      },
    }
    const walkedIds: number[] = []
    for await (const page of walk(slow, null, 100)) walkedIds.push(...page.map(({ id }) => Number(id)))
    assert.deepEqual(walkedIds, complete)
    assert.ok(stopped > 0)
  })

  it('refuse invalid searches before the first byte', async () => {
    for (const [body, status] of [
      [{ cursor: 'x' }, 400],
      [{ cursor: Buffer.from('[1,true,"x",1]').toString('base64url') }, 400],
      [{ cursor: Buffer.from('[1,false,5,1]').toString('base64url') }, 400],
      [{ filter_group: { filters: [{ field: 'cost', operator: 'contains', value: 1 }] } }, 400],
      [{ format: 'xlsx' }, 422],
      [{ limit: 0 }, 422],
      [{ sort_by: 'cost' }, 422],
    ] as const)
      assert.equal((await download(body)).status, status, JSON.stringify(body))
    const link = await fetch(`${app.baseUrl}${path}?filter_group={`, { headers: { 'X-Api-Key': app.key } })
    assert.equal(link.status, 422)
  })
})
