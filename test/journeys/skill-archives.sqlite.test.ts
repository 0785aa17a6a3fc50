import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { unzip } from '../kit/unzip.ts'
import { zipOf } from '../kit/zip.ts'
import { collections, create, filesIn, filesOf, pathOf, sendForm } from './support/skills.ts'

const archive = (files: Readonly<Record<string, string>>) =>
  zipOf(Object.entries(files).map(([name, data]) => ({ name, data, method: 'deflate' })))

describe('archives of a skill collection', () => {
  const app = appOfSuite()

  it('are accepted under every part name that clients use', async () => {
    const files = { 'triage/SKILL.md': 'sort', 'README.md': 'read' }
    for (const json of ['metadata', 'json'])
      for (const file of ['archive', 'zip', 'files']) {
        const name = `by ${json} and ${file}`
        const { status, body } = await sendForm(app, collections, {
          [json]: { name, commit_message: 'packed' },
          [file]: archive(files),
        })
        assert.equal(status, 201, JSON.stringify(body))
        assert.equal(body.version.commit_message, 'packed')
        assert.deepEqual(await filesIn(app.api, name), files)
      }
  })

  it('are optional, and files of the JSON replace those of the archive', async () => {
    const files = filesOf({ 'b.md': 'from the JSON' })
    const both = { metadata: { name: 'both', files }, archive: archive({ 'a.md': 'one', 'b.md': 'two' }) }
    assert.equal((await sendForm(app, collections, both)).status, 201)
    assert.deepEqual(await filesIn(app.api, 'both'), { 'a.md': 'one', 'b.md': 'from the JSON' })
    assert.equal((await sendForm(app, collections, { json: { name: 'alone', files } })).status, 201)
    assert.deepEqual(await filesIn(app.api, 'alone'), { 'b.md': 'from the JSON' })
  })

  it('replace the files of the previous version', async () => {
    await create(app.api, 'replaced', { 'a.md': 'one', 'b.md': 'two' })
    const path = `${pathOf('replaced')}/versions`
    const bare = await sendForm(app, path, { archive: archive({ 'c.md': 'three' }) })
    assert.equal(bare.status, 201, JSON.stringify(bare.body))
    assert.deepEqual(await filesIn(app.api, 'replaced'), { 'c.md': 'three' })
    const changes = { moves: [{ old_path: 'd.md', new_path: 'e.md' }], release_label: 'prod' }
    const changed = await sendForm(app, path, { metadata: changes, zip: archive({ 'd.md': 'four' }) })
    assert.equal(changed.body.version.number, 3)
    assert.deepEqual(await filesIn(app.api, 'replaced', '?label=prod'), { 'e.md': 'four' })
  })

  it("are downloaded with the paths of the provider's agent, and can be uploaded unchanged", async () => {
    const provider = 'claude_code'
    await create(app.api, 'round', { 'CLAUDE.md': 'hi', 'triage/SKILL.md': 'Grüße 🦆' }, { provider })
    const response = await fetch(`${app.baseUrl}${pathOf('round')}?format=zip&version=1`, {
      headers: { 'X-API-KEY': app.key },
    })
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="round.zip"')
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual(await unzip(bytes), {
      '.claude/CLAUDE.md': 'hi',
      '.claude/skills/triage/SKILL.md': 'Grüße 🦆',
    })
    const again = await sendForm(app, `${pathOf('round')}/versions`, { archive: bytes })
    assert.deepEqual(again.body.version.file_paths, ['CLAUDE.md', 'triage/SKILL.md'])
    const copy = await sendForm(app, collections, { metadata: { name: 'copy', provider }, archive: bytes })
    assert.equal(copy.status, 201)
    assert.deepEqual(await filesIn(app.api, 'copy'), await filesIn(app.api, 'round'))
    const absent = await app.api.get(`${pathOf('round')}?format=zip&version=9`)
    assert.deepEqual([absent.status, absent.body.success], [404, false])
  })

  it('are refused if they are invalid, and the refusal names the part of the form', async () => {
    const send = async (parts: Parameters<typeof sendForm>[2]) => {
      const { status, body } = await sendForm(app, collections, parts)
      return [status, body.detail?.[0].loc.join('.')]
    }
    const json = { name: 'refused' }
    assert.deepEqual(await send({ json, archive: Buffer.from('no zip') }), [422, 'body.archive'])
    assert.deepEqual(await send({ json, zip: zipOf([{ name: '../a', data: 'x' }]) }), [422, 'body.zip'])
    assert.deepEqual(await send({ json, files: zipOf([{ name: 'a', mode: 0o120777 }]) }), [422, 'body.files'])
    assert.deepEqual(await send({ json, other: Buffer.from('x') }), [422, 'body.other'])
    assert.deepEqual(await send({ json, metadata: json }), [422, 'body.metadata'])
    assert.deepEqual(await send({ archive: archive({}) }), [422, 'body.name'])
    assert.deepEqual(await send({ json: { name: 1 } }), [422, 'body.name'])
    const bomb = zipOf([{ name: 'a', data: Buffer.alloc(6 * 1024 * 1024, 'x'), method: 'deflate' }])
    assert.deepEqual(await send({ json, archive: bomb }), [413, undefined])
    const plain = { 'Content-Type': 'text/plain' }
    for (const path of [collections, `${pathOf('refused')}/versions`]) {
      const { status, body } = await app.api.post(path, '{"name":"refused"}', plain)
      assert.deepEqual([status, body.success, typeof body.message], [415, false, 'string'])
    }
    assert.equal((await app.api.get(pathOf('refused'))).status, 404)
  })
})
