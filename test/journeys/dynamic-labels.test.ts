import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, pathOf, publish, tryPublish, userChat } from './support/templates.ts'

const path = '/api/public/v2/dynamic-labels'
const all = (split: object) => [{ segment: null, splits: [{ ...split, percentage: 100 }] }]

describe('dynamic labels', () => {
  const app = appOfSuite()

  let number = 0
  const fresh = async () => {
    const name = `split ${++number}`
    await publish(app.api, name, userChat('1'), { labels: ['prod'] })
    const { id } = await publish(app.api, name, userChat('2'), { labels: ['next'] })
    const create = (rules: unknown, rest: object = {}) =>
      app.api.post(path, { prompt_id: id, name: 'canary', rules, ...rest })
    return { name, id: id as number, create }
  }

  it('are created, read, changed, listed and deleted', async () => {
    const { id, name: prompt_name, create } = await fresh()
    const rules = [
      { segment: { plan: ['pro', 7], beta: true }, splits: [{ label: 'next', percentage: 100 }] },
      {
        segment: null,
        splits: [
          { version_number: 1, percentage: 66.67 },
          { label: 'next', percentage: 33.33 },
        ],
      },
    ]
    const created = await create(rules)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const label = created.body.dynamic_label
    const { created_at, updated_at } = label
    assert.deepEqual(created.body, {
      success: true,
      dynamic_label: {
        id: label.id,
        prompt_id: id,
        prompt_name,
        name: 'canary',
        sticky_key: null,
        rules,
        created_at,
        updated_at,
      },
    })
    assert.deepEqual((await app.api.get(`${path}/${label.id}`)).body, created.body)
    assert.deepEqual((await app.api.get(`${path}?prompt_id=${id}`)).body.dynamic_labels, [label])
    const changed = await app.api.patch(`${path}/${label.id}`, { name: 'ab', sticky_key: 'team' })
    assert.equal(changed.status, 200)
    const { updated_at: _, ...after } = changed.body.dynamic_label
    assert.deepEqual(after, {
      id: label.id,
      prompt_id: id,
      prompt_name,
      name: 'ab',
      sticky_key: 'team',
      rules,
      created_at,
    })
    assert.deepEqual((await app.api.delete(`${path}/${label.id}`)).body, { success: true })
    assertRefused(await app.api.get(`${path}/${label.id}`), 404)
    assertRefused(await app.api.delete(`${path}/${label.id}`), 404)
    assert.deepEqual((await app.api.get(`${path}?prompt_id=${id}`)).body.dynamic_labels, [])
  })

  it('share no name with a release label, whichever is made first', async () => {
    const { name, id, create } = await fresh()
    assertRefused(await create(all({ version_number: 1 }), { name: 'prod' }), 409)
    const { body } = await create(all({ version_number: 1 }))
    assertRefused(await create(all({ version_number: 1 })), 409)
    const label = { name: 'canary', prompt_version_number: 1 }
    assertRefused(await app.api.post(`/prompts/${id}/label`, label), 422, 'body.name')
    assertRefused(
      await tryPublish(app.api, name, userChat('3'), { labels: ['canary'] }),
      422,
      'body.release_labels',
    )
    assert.equal((await app.api.get(pathOf(name))).body.version, 2)
    const own = `${path}/${body.dynamic_label.id}`
    assertRefused(await app.api.patch(own, { name: 'next' }), 409)
    assert.equal((await app.api.patch(own, { name: 'canary' })).status, 200)
  })

  it('name existing versions and release labels, which then cannot be deleted', async () => {
    const { name, create } = await fresh()
    assertRefused(
      await create([
        { segment: { a: 'b' }, splits: [{ label: 'canary', percentage: 100 }] },
        { segment: null, splits: [{ version_number: 3, percentage: 100 }] },
      ]),
      422,
      'body.rules.0.splits.0.label',
      'body.rules.1.splits.0.version_number',
    )
    const { body } = await create(all({ label: 'next' }))
    const labels = (await app.api.get(`${pathOf(name)}/labels`)).body.release_labels
    const next = labels.find((label: { release_label: string }) => label.release_label === 'next')
    const own = `/prompt-labels/${next.release_label_id}`
    assertRefused(await app.api.delete(own), 422, 'path.prompt_label_id')
    await app.api.patch(`${path}/${body.dynamic_label.id}`, { rules: all({ label: 'prod' }) })
    assert.equal((await app.api.delete(own)).status, 204)
  })

  it('are refused when the rules do not decide every read', async () => {
    const { create } = await fresh()
    const splits = [{ version_number: 1, percentage: 100 }]
    assertRefused(await create([{ segment: { a: 1 }, splits }]), 422, 'body.rules.0.segment')
    assertRefused(
      await create([{ segment: {}, splits }]),
      422,
      'body.rules.0.segment',
      'body.rules.0.segment',
    )
    const halves = [
      { version_number: 1, percentage: 49.5 },
      { version_number: 2, percentage: 50 },
    ]
    assertRefused(await create([{ segment: null, splits: halves }]), 422, 'body.rules.0.splits')
    assertRefused(await create([]), 422, 'body.rules')
    const both = { version_number: 1, label: 'prod' }
    assertRefused(await create(all(both)), 422, 'body.rules.0.splits.0.version_number')
  })

  it('of other workspaces do not exist', async () => {
    const { id, create } = await fresh()
    const own = `${path}/${(await create(all({ version_number: 1 }))).body.dynamic_label.id}`
    const { api } = await app.newWorkspace()
    assertRefused(await api.get(own), 404)
    assertRefused(await api.patch(own, { sticky_key: 'x' }), 404)
    assertRefused(await api.delete(own), 404)
    assertRefused(await api.get(`${path}?prompt_id=${id}`), 404)
    assert.deepEqual((await api.get(path)).body.dynamic_labels, [])
    assertRefused(await api.post(path, { prompt_id: id, name: 'x', rules: all({ version_number: 1 }) }), 404)
  })
})
