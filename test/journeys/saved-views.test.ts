import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { emptySheet } from './support/tables.ts'

const path = '/api/public/v2/request-views'
const query = {
  filter_group: { logic: 'AND', filters: [{ field: 'score', operator: 'is_null' }] },
  sort_by: 'latency_ms',
}

describe('saved views', () => {
  const app = appOfSuite()

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

  it('have unique names, and are refused with an invalid search', async () => {
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

  it('of traces, sessions and users have unique names per list, and the sort fields of their list', async () => {
    const views = '/api/public/v2/trace-views'
    const failed = {
      q: 'refund',
      filter_group: { filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] },
    }
    const save = (list: string, more: object, name = 'Failed') =>
      app.api.post(views, { name, list, query: { ...failed, ...more } })
    const { status, body } = await save('traces', { sort_by: 'trace_duration_ms' })
    assert.equal(status, 201)
    const { id, list, query: stored, columns } = body.trace_view
    assert.deepEqual([list, stored, columns], ['traces', { ...failed, sort_by: 'trace_duration_ms' }, null])
    assert.equal((await save('traces', {})).status, 409)
    assert.equal((await save('sessions', { sort_by: 'cost' })).status, 201)
    const wrongSort = await save('users', { sort_by: 'trace_duration_ms' })
    assert.equal(wrongSort.status, 400)
    assert.match(wrongSort.body.message, /^query\.sort_by: must be one of last_trace_at/)
    const filters = [{ field: 'nowhere', operator: 'is', value: 1 }]
    const wrongField = await save('users', { filter_group: { filters } })
    assert.equal(wrongField.status, 400)
    assert.match(wrongField.body.message, /^filter_group\.filters\.0\.field: /)

    const changed = await app.api.patch(`${views}/${id}`, {
      name: 'Slow',
      columns: ['name'],
      since_hours: 24,
    })
    assert.deepEqual(
      [changed.body.trace_view.name, changed.body.trace_view.columns, changed.body.trace_view.query],
      ['Slow', ['name'], stored],
    )
    assert.equal((await app.api.patch(`${views}/${id}`, { query: { sort_by: 'cost' } })).status, 400)
    const names = (await app.api.get(views)).body.trace_views.map((view: { name: string }) => view.name)
    assert.deepEqual(names, ['Failed', 'Slow'])
    const other = await app.newWorkspace()
    assert.deepEqual((await other.api.get(views)).body.trace_views, [])
    assert.equal((await other.api.patch(`${views}/${id}`, { name: 'Mine' })).status, 404)
    assert.equal((await other.api.delete(`${views}/${id}`)).status, 404)
    assert.deepEqual((await app.api.delete(`${views}/${id}`)).body, { success: true })
    assert.equal((await app.api.delete(`${views}/${id}`)).status, 404)
  })

  it('of a sheet store filters, order, grouping and hidden columns, which must be columns of that sheet', async () => {
    const sheet = await emptySheet(app.api)
    const [text, length] = [await sheet.column('text'), await sheet.column('length')]
    const full = {
      filters: [{ column_id: text.id, operator: 'contains', value: 'refund' }],
      sort: { column_id: length.id, direction: 'desc' },
      group_by: text.id,
      hidden_column_ids: [length.id],
    }
    const views = `${sheet.path}/views`
    const created = await app.api.post(views, { name: 'Refunds', query: full })
    assert.equal(created.status, 201)
    const { id } = created.body.sheet_view
    assert.deepEqual(created.body.sheet_view.query, full)
    assert.equal((await app.api.post(views, { name: 'Refunds', query: {} })).status, 409)
    const empty = { filters: [], sort: null, group_by: null, hidden_column_ids: [] }
    const changed = await app.api.patch(`${views}/${id}`, { name: 'All', query: {} })
    assert.deepEqual([changed.body.sheet_view.name, changed.body.sheet_view.query], ['All', empty])

    // Another sheet has its own names, and its columns are unknown here.
    const other = await emptySheet(app.api)
    const strange = await other.column('strange')
    const otherViews = `${other.path}/views`
    assert.equal((await app.api.post(otherViews, { name: 'All', query: {} })).status, 201)
    for (const [field, query] of [
      ['filters.0.column_id', { filters: [{ column_id: strange.id, operator: 'empty' }] }],
      ['sort.column_id', { sort: { column_id: strange.id, direction: 'asc' } }],
      ['group_by', { group_by: strange.id }],
      ['hidden_column_ids.0', { hidden_column_ids: [strange.id] }],
    ] as const)
      for (const reply of [
        await app.api.post(views, { name: 'wrong', query }),
        await app.api.patch(`${views}/${id}`, { query }),
      ]) {
        assert.equal(reply.status, 422)
        assert.deepEqual(reply.body.detail[0].loc, ['body', 'query', ...field.split('.')])
      }
    assert.equal((await app.api.patch(`${otherViews}/${id}`, { name: 'Mine' })).status, 404)
    assert.equal((await app.api.delete(`${otherViews}/${id}`)).status, 404)
    const names = (await app.api.get(views)).body.sheet_views.map((view: { name: string }) => view.name)
    assert.deepEqual(names, ['All'])

    // A column that is deleted later stays in the view: the view is listed as it was saved.
    bodyOf(await app.api.patch(`${views}/${id}`, { query: { hidden_column_ids: [length.id] } }))
    bodyOf(await app.api.delete(`${sheet.path}/columns/${length.id}`))
    const [listed] = (await app.api.get(views)).body.sheet_views
    assert.deepEqual(listed.query.hidden_column_ids, [length.id])

    const stranger = await app.newWorkspace()
    assert.equal((await stranger.api.get(views)).status, 404)
    assert.deepEqual((await app.api.delete(`${views}/${id}`)).body, { success: true })
    assert.equal((await app.api.delete(`${views}/${id}`)).status, 404)
  })
})
