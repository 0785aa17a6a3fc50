import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LogRequest } from '../../src/contract/index.ts'
import { markMasked } from '../../src/engine/masking/index.ts'
import { finishIndex, recordOfLog, recordRequest } from '../../src/server/requests/index.ts'
import { countSegments } from '../../src/server/requests/indexing/merge-queries.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { log, logCall } from './support/requests.ts'

describe('the search index of requests', () => {
  const app = appOfSuite()

  it('has all requests that were logged before a search, even hundreds', async () => {
    const { api } = await app.newWorkspace()
    const ids = await Promise.all(Array.from({ length: 300 }, () => log(api, { tags: ['many'] })))
    const filter_group = { filters: [{ field: 'tags', operator: 'contains', value: 'many' }] }
    assert.equal((await searchPage(api, { filter_group, q: 'hello' })).total, ids.length)
  })

  it('applies changes to pending requests', async () => {
    const { api } = await app.newWorkspace()
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const request_id = await log(api, { metadata: { stage: 'draft' } })
        await api.post('/rest/track-metadata', { request_id, metadata: { stage: 'final' } })
      }),
    )
    const stage = (value: string) => ({
      filter_group: { filters: [{ field: 'metadata', operator: 'key_equals', nested_key: 'stage', value }] },
      per_page: 25,
    })
    assert.equal((await searchPage(api, stage('final'))).total, 40)
    assert.deepEqual(idsIn(await searchPage(api, stage('draft'))), [])
  })

  it('has no entry for a request whose statements were not executed', async () => {
    const { id: workspace, api } = await app.newWorkspace()
    const body = LogRequest.parse(logCall({ tags: ['phantom'] }))
    const record = {
      ...recordOfLog(body),
      link: { prompt_id: null, prompt_version_number: null, prompt_label: null },
    }
    await recordRequest(
      app.context,
      workspace as never,
      markMasked({ ...record, original: Buffer.from('{}') }),
    )
    await finishIndex(app.context.store)
    const reply = await api.get('/api/public/v2/requests/suggestions?field=tags')
    assert.deepEqual(reply.body.values, [])
  })

  it('merges the segments of batches and returns the same requests', async () => {
    const { api } = await app.newWorkspace()
    const { store } = app.context
    for (let batch = 0; batch < 50; batch++) {
      await log(api, { tags: ['merged'] })
      await finishIndex(store)
    }
    await until(
      () => countSegments(store.db),
      (count) => count <= 8,
    )
    const filter_group = { filters: [{ field: 'tags', operator: 'contains', value: 'merged' }] }
    assert.equal((await searchPage(api, { filter_group, q: 'hello' })).total, 50)
  })

  it('has all fields of a request with a damaged body except its words', async () => {
    const { id: workspace, api } = await app.newWorkspace()
    const { store } = app.context
    const record = {
      ...recordOfLog(LogRequest.parse(logCall({ tags: ['damaged'] }))),
      link: { prompt_id: null, prompt_version_number: null, prompt_label: null },
    }
    const { id: damaged, statements } = await recordRequest(
      app.context,
      workspace as never,
      markMasked({
        ...record,
        original: Buffer.from('{}'),
      }),
    )
    const frameWithoutContent = Buffer.from('28b52ffd00', 'hex')
    const damage = store.db
      .updateTable('request_payloads')
      .set({ payload: frameWithoutContent })
      .where('request_id', '=', damaged)
    await store.append([...statements, damage.compile()])
    const intact = await log(api, { tags: ['damaged'] })
    await finishIndex(store)
    const filter_group = { filters: [{ field: 'tags', operator: 'contains', value: 'damaged' }] }
    assert.deepEqual(idsIn(await searchPage(api, { filter_group })), [intact, damaged])
    assert.deepEqual(idsIn(await searchPage(api, { q: 'hello' })), [intact])
  })

  it('leaves no request pending', async () => {
    await finishIndex(app.context.store)
    const waiting = await app.context.store.db.selectFrom('request_arrivals').selectAll().execute()
    assert.deepEqual(waiting, [])
  })
})
