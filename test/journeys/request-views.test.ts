import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'

const path = '/api/public/v2/request-views'
const query = {
  filter_group: { logic: 'AND', filters: [{ field: 'score', operator: 'is_null' }] },
  sort_by: 'latency_ms',
}

describe('views of requests', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  it('are saved, changed and deleted', async () => {
    const { status, body } = await app.api.post(path, { name: 'Unscored', query, since_hours: 24 })
    assert.equal(status, 201)
    const { id } = body.request_view
    assert.deepEqual(
      [body.request_view.query, body.request_view.since_hours, body.request_view.columns],
      [query, 24, null],
    )
    const columns = ['status', 'latency']
    const changed = await app.api.patch(`${path}/${id}`, { name: 'Mine', columns, since_hours: null })
    assert.deepEqual([changed.body.request_view.name, changed.body.request_view.columns], ['Mine', columns])
    const listed = (await app.api.get(path)).body.request_views
    assert.deepEqual(listed, [changed.body.request_view])
    assert.deepEqual((await app.api.delete(`${path}/${id}`)).body, { success: true })
    assert.equal((await app.api.delete(`${path}/${id}`)).status, 404)
  })

  it('have names of their own, and searches that a search would take', async () => {
    await app.api.post(path, { name: 'taken', query: {} })
    assert.equal((await app.api.post(path, { name: 'taken', query: {} })).status, 409)
    const filters = [{ field: 'cost', operator: 'contains', value: 1 }]
    const wrong = await app.api.post(path, { name: 'wrong', query: { filter_group: { filters } } })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body.message, /^filter_group\.filters\.0\.operator: /)
    const { id } = (await app.api.get(path)).body.request_views[0]
    assert.equal((await app.api.patch(`${path}/${id}`, { query: { sort_by: 'price' } })).status, 422)
    const other = await app.newWorkspace()
    assert.deepEqual((await other.api.get(path)).body.request_views, [])
  })
})
