import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, pathOf, publish, readRaw, tryPublish, userChat } from './support/templates.ts'

describe('external ids of a template', () => {
  const app = appOfSuite()

  const collection = (id: number) => `/prompt-templates/${id}/external-ids`
  const attach = (id: number, source: string, external_id: string) =>
    app.api.post(collection(id), { source, external_id })
  const list = async (id: number) => (await app.api.get(collection(id))).body.external_ids

  it('are attached, listed and detached', async () => {
    const { id } = await publish(app.api, 'mapped', userChat('Hi'))
    assert.deepEqual(await list(id), [])
    const attached = await attach(id, 'crm', 'c/1 ü')
    const mapping = { source: 'crm', external_id: 'c/1 ü' }
    assert.deepEqual([attached.status, attached.body], [200, { success: true, external_id: mapping }])
    const again = await attach(id, 'crm', 'c/1 ü')
    assert.deepEqual([again.status, again.body], [200, attached.body])
    await attach(id, 'erp', 'e1')
    assert.deepEqual(await list(id), [mapping, { source: 'erp', external_id: 'e1' }])
    const path = `${collection(id)}/crm/${encodeURIComponent('c/1 ü')}`
    const detached = await app.api.delete(path)
    assert.deepEqual([detached.status, detached.body], [200, { success: true }])
    assert.deepEqual(await list(id), [{ source: 'erp', external_id: 'e1' }])
    const second = await app.api.delete(path)
    assertRefused(second, 404)
    assert.deepEqual(Object.keys(second.body), ['success', 'message'])
  })

  it('map to one template at a time', async () => {
    const one = await publish(app.api, 'one', userChat('Hi'))
    const other = await publish(app.api, 'other', userChat('Hi'))
    await attach(one.id, 'crm', 'taken')
    const refused = await attach(other.id, 'crm', 'taken')
    assertRefused(refused, 409)
    assert.deepEqual([refused.body.success, Object.keys(refused.body)], [false, ['success', 'message']])
    assert.equal((await attach(other.id, 'other source', 'taken')).status, 200)
    await app.api.delete(`${collection(one.id)}/crm/taken`)
    assert.equal((await attach(other.id, 'crm', 'taken')).status, 200)
    const stranger = await app.newWorkspace()
    const theirs = await publish(stranger.api, 'theirs', userChat('Hi'))
    const reply = await stranger.api.post(collection(theirs.id), { source: 'crm', external_id: 'taken' })
    assert.equal(reply.status, 200)
  })

  it('can be sent with a publication, which fails if they clash', async () => {
    const crm = (external_id: string) => [{ source: 'crm', external_id }]
    const first = await publish(app.api, 'born with', userChat('Hi'), { externalIds: crm('b1') })
    assert.deepEqual(first.external_ids, crm('b1'))
    const second = await publish(app.api, 'born with', userChat('Hi'), {
      externalIds: [...crm('b1'), ...crm('b2')],
    })
    assert.deepEqual(second.external_ids, [...crm('b1'), ...crm('b2')])

    const clash = { externalIds: [...crm('fresh'), ...crm('b1')], labels: ['prod'], tags: ['new'] }
    const refused = await tryPublish(app.api, 'never made', userChat('Hi'), clash)
    assertRefused(refused, 409)
    assert.equal(refused.body.success, false)
    assertRefused(await app.api.get(pathOf('never made')), 404)

    await publish(app.api, 'stays', userChat('Hi'), { tags: ['old'] })
    assertRefused(await tryPublish(app.api, 'stays', userChat('changed'), clash), 409)
    const unchanged = await readRaw(app.api, 'stays')
    assert.deepEqual([unchanged.version, unchanged.tags], [1, ['old']])
    assert.deepEqual((await app.api.get(`${pathOf('stays')}/labels`)).body.release_labels, [])
    assert.equal((await attach(unchanged.id, 'crm', 'fresh')).status, 200)
  })
})
