import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { log, readBack } from './support/requests.ts'

const filtered = (...filters: object[]) => ({ filter_group: { logic: 'AND', filters } })
const tagged = (value: string) => filtered({ field: 'tags', operator: 'contains', value })

describe('a logged request', () => {
  const app = appOfSuite()

  const update = (id: number, body: object) => app.api.patch(`/api/public/v2/requests/${id}`, body)

  it('is found by its new tags and metadata, not by the replaced ones', async () => {
    const id = await log(app.api, { tags: ['before', 'kept'], metadata: { customer: 'ada', plan: 'free' } })
    const { status, body } = await update(id, { tags: ['kept', 'later'], metadata: { plan: 'paid' } })
    assert.equal(status, 200)
    assert.deepEqual([body.tags, body.metadata], [['kept', 'later'], { plan: 'paid' }])
    const request = await readBack(app.api, id)
    assert.deepEqual([request.tags, request.metadata], [['kept', 'later'], { plan: 'paid' }])
    for (const tag of ['kept', 'later']) assert.deepEqual(idsIn(await searchPage(app.api, tagged(tag))), [id])
    assert.deepEqual(idsIn(await searchPage(app.api, tagged('before'))), [])
    const plan = { field: 'metadata', operator: 'key_equals', nested_key: 'plan', value: 'paid' }
    assert.deepEqual(idsIn(await searchPage(app.api, filtered(plan))), [id])
  })

  it('can be moved into a new group, in which it is found, and out of it', async () => {
    const id = await log(app.api)
    const { group_id } = (await update(id, { new_group: true })).body
    assert.ok(group_id > 0)
    const inGroup = filtered({ field: 'group_id', operator: 'eq', value: group_id })
    assert.deepEqual(idsIn(await searchPage(app.api, inGroup)), [id])
    assert.equal((await update(id, { group_id: null })).body.group_id, null)
    assert.deepEqual(idsIn(await searchPage(app.api, inGroup)), [])
    assert.equal((await update(id, { group_id: 999_999 })).status, 404)
  })

  it('is found by its score and its error', async () => {
    const [low, none] = [await log(app.api, { tags: ['scoring'] }), await log(app.api, { tags: ['scoring'] })]
    await app.api.post('/rest/track-score', { request_id: low, score: 12, name: 'tone' })
    const scoring = { field: 'tags', operator: 'contains', value: 'scoring' }
    const find = async (filter: object) => idsIn(await searchPage(app.api, filtered(scoring, filter)))
    assert.deepEqual(await find({ field: 'score', operator: 'lt', value: 50 }), [low])
    assert.deepEqual(await find({ field: 'score', operator: 'is_null' }), [none])
    const failed = await log(app.api, { tags: ['scoring'], status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' })
    assert.deepEqual(await find({ field: 'error_type', operator: 'is', value: 'PROVIDER_TIMEOUT' }), [failed])
    assert.deepEqual(await find({ field: 'error_type', operator: 'is_not', value: 'PROVIDER_TIMEOUT' }), [
      none,
      low,
    ])
  })
})
