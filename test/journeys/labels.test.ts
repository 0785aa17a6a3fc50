import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, pathOf, publish, read, userChat } from './support/templates.ts'

describe('release labels', () => {
  const app = appOfSuite()

  let number = 0
  const fresh = async () => {
    const name = `labelled ${++number}`
    const first = await publish(app.api, name, userChat('1'))
    const second = await publish(app.api, name, userChat('2'))
    const create = (body: object) => app.api.post(`/prompts/${first.id}/label`, body)
    return { name, first, second, create }
  }
  const list = async (identifier: string | number) => {
    const { status, body } = await app.api.get(`${pathOf(identifier)}/labels`)
    assert.equal(status, 200)
    return body.release_labels
  }

  it('are created, listed, moved and deleted', async () => {
    const { name, first, second, create } = await fresh()
    const created = await create({ name: 'prod', prompt_version_number: 1 })
    assert.equal(created.status, 200)
    const { created_at, ...label } = created.body
    assert.ok(!Number.isNaN(Date.parse(created_at)))
    assert.deepEqual(label, {
      id: label.id,
      name: 'prod',
      prompt_id: first.id,
      prompt_version_id: first.prompt_version_id,
    })
    const entry = { release_label: 'prod', release_label_id: label.id }
    const at = (version: typeof first) => ({
      ...entry,
      prompt_version_id: version.prompt_version_id,
      prompt_version_number: version.version_number,
    })
    assert.deepEqual(await list(name), [at(first)])
    const moved = await app.api.patch(`/prompt-labels/${label.id}`, { prompt_version_number: 2 })
    assert.equal(moved.status, 200)
    assert.deepEqual(moved.body, { ...created.body, prompt_version_id: second.prompt_version_id })
    assert.deepEqual(await list(first.id), [at(second)])
    assert.equal((await read(app.api, name, { label: 'prod' })).version, 2)
    const deleted = await app.api.delete(`/prompt-labels/${label.id}`)
    assert.deepEqual([deleted.status, deleted.body], [204, null])
    assert.deepEqual(await list(name), [])
    assertRefused(await app.api.delete(`/prompt-labels/${label.id}`), 404)
    assertRefused(await app.api.post(pathOf(name), { label: 'prod' }), 404)
  })

  it('may be created with the id of a version instead of its number', async () => {
    const { second, create } = await fresh()
    const { body } = await create({ name: 'by id', prompt_version_id: second.prompt_version_id })
    assert.equal(body.prompt_version_id, second.prompt_version_id)
  })

  it('are unique in a template, and may repeat in another', async () => {
    const [one, other] = [await fresh(), await fresh()]
    assert.equal((await one.create({ name: 'prod', prompt_version_number: 1 })).status, 200)
    assert.equal((await other.create({ name: 'prod', prompt_version_number: 1 })).status, 200)
    assertRefused(await one.create({ name: 'prod', prompt_version_number: 2 }), 422, 'body.name')
    assert.equal((await list(one.name))[0].prompt_version_number, 1)
  })

  it('are any text of up to 255 characters', async () => {
    const { name, create } = await fresh()
    for (const label of ['ä/ö ü', '100%', '🎉', 'L'.repeat(255)]) {
      assert.equal((await create({ name: label, prompt_version_number: 1 })).status, 200, label)
      assert.equal((await read(app.api, name, { label })).version, 1)
      assert.equal((await app.api.get(`${pathOf(name)}?label=${encodeURIComponent(label)}`)).status, 200)
    }
    for (const label of ['', 'L'.repeat(256)])
      assertRefused(await create({ name: label, prompt_version_number: 1 }), 422, 'body.name')
  })

  it('are not created for an absent version, or a version of another template', async () => {
    const [{ create }, other] = [await fresh(), await fresh()]
    assertRefused(await create({ name: 'x', prompt_version_number: 3 }), 404)
    assertRefused(await create({ name: 'x', prompt_version_id: other.first.prompt_version_id }), 404)
  })
})
