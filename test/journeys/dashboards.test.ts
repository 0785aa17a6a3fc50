import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { joinAs, startWithAda } from './support/browser-api.ts'

const path = '/api/public/v2/dashboards'
const tile = {
  id: 'cost',
  title: 'Cost by customer',
  measure: 'cost',
  shape: 'groups',
  group_by: 'metadata',
  metadata_key: 'customer',
  x: 0,
  y: 0,
  width: 6,
  height: 3,
}

const noScore = { score_name: null, score_value: null, score_subject: null }

describe('dashboards', () => {
  const app = appOfSuite()

  it('are made, found by name, changed, and deleted', async () => {
    const { api } = await app.newWorkspace()
    const created = await api.post(path, { name: 'Production health', since_hours: 168, tiles: [tile] })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const { id } = created.body.dashboard
    assert.deepEqual(created.body.dashboard.tiles, [
      { ...tile, ...noScore, filter_group: null, table_id: null, sheet_id: null },
    ])
    assert.equal((await api.post(path, { name: 'Production health' })).status, 409)
    await api.post(path, { name: 'Costs' })
    const listed = await api.get(`${path}?name=health`)
    assert.deepEqual(
      listed.body.dashboards.map((dashboard: { name: string; tile_count: number }) => [
        dashboard.name,
        dashboard.tile_count,
      ]),
      [['Production health', 1]],
    )
    assert.equal((await api.get(`${path}?per_page=1&page=2`)).body.dashboards[0].id, id)

    const one = `${path}/${id}`
    const query = { filter_group: { filters: [{ field: 'tags', operator: 'contains', value: 'shop' }] } }
    const changed = await api.patch(one, { revision: 1, name: 'Shop', query, since_hours: null })
    assert.equal(changed.status, 200)
    assert.deepEqual((await api.get(one)).body, changed.body)
    assert.deepEqual(
      [changed.body.dashboard.name, changed.body.dashboard.revision, changed.body.dashboard.query],
      ['Shop', 2, query],
    )
    const late = await api.patch(one, { revision: 1, tiles: [] })
    assert.equal(late.status, 409)
    assert.equal((await api.get(one)).body.dashboard.tiles.length, 1)

    const stranger = await app.newWorkspace()
    assert.equal((await stranger.api.get(one)).status, 404)
    assert.equal((await stranger.api.patch(one, { name: 'Mine' })).status, 404)
    assert.equal((await stranger.api.delete(one)).status, 404)
    assert.equal((await api.delete(one)).status, 200)
    assert.equal((await api.get(one)).status, 404)
  })

  it('refuse tiles that cannot be drawn, naming the field', async () => {
    const { api } = await app.newWorkspace()
    const sessionTile = {
      ...tile,
      measure: 'score',
      shape: 'number',
      group_by: null,
      metadata_key: null,
      score_name: 'resolved',
      score_subject: 'session',
    }
    const wrong: [object, RegExp][] = [
      [{ ...tile, metadata_key: null }, /tiles\.0\.metadata_key/],
      [{ ...tile, x: 8 }, /tiles\.0\.width/],
      [{ ...tile, group_by: null, metadata_key: null }, /tiles\.0\.group_by/],
      [{ ...tile, measure: 'sheet_score' }, /tiles\.0\.sheet_id/],
      [{ ...tile, measure: 'score_share', score_name: 'resolved' }, /tiles\.0\.score_value/],
      [{ ...tile, measure: 'score_share', score_value: 'yes' }, /tiles\.0\.score_name/],
      [{ ...tile, score_name: 'resolved' }, /tiles\.0\.score_name/],
      [{ ...tile, group_by: 'score', metadata_key: null }, /tiles\.0\.score_name/],
      [{ ...tile, score_subject: 'trace' }, /tiles\.0\.score_subject/],
      [{ ...sessionTile, score_name: null }, /tiles\.0\.score_name/],
      [{ ...sessionTile, shape: 'groups', group_by: 'engine' }, /tiles\.0\.group_by/],
      [{ ...sessionTile, filter_group: { filters: [] } }, /tiles\.0\.filter_group/],
      [{ ...tile, filter_group: { filters: [{ field: 'cost', operator: 'gt', value: 'x' }] } }, /tiles\.0/],
    ]
    for (const [one, says] of wrong) {
      const { status, body } = await api.post(path, { name: 'Wrong', tiles: [one] })
      assert.equal(status, 400, JSON.stringify(one))
      assert.match(JSON.stringify(body), says)
    }
    assert.equal((await api.post(path, { name: 'Twice', tiles: [tile, tile] })).status, 400)
    assert.equal((await api.get(path)).body.total, 0)
  })

  it('have an author, and viewers cannot change them', async () => {
    const { app, visitor: admin } = await startWithAda()
    const created = await admin.send('POST', '/dashboards', { name: 'Of a person' })
    assert.equal(created.body.dashboard.author, 'Ada')
    const viewer = (await joinAs(app, admin, 'vic@example.com', 'viewer')).visitor
    const { id } = created.body.dashboard
    assert.equal((await viewer.send('GET', `/dashboards/${id}`)).status, 200)
    assert.equal((await viewer.send('PATCH', `/dashboards/${id}`, { name: 'Mine' })).status, 403)
    await app.close()
  })
})
