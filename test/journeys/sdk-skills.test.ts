import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { unzip } from '../kit/unzip.ts'
import { zipOf } from '../kit/zip.ts'
import { PromptLayer } from './support/sdk.ts'

const provider = 'claude_code'

describe('skills through the SDK', () => {
  const app = appOfSuite()
  let skills: PromptLayer['skills']
  before(async () => {
    skills = new PromptLayer({ apiKey: app.key, baseURL: app.baseUrl }).skills
  })

  const pull = async (identifier: string, params?: object) => {
    const pulled = await skills.pull(identifier, params)
    assert.ok(pulled && !(pulled instanceof ArrayBuffer))
    return pulled
  }

  it('publishes files and pulls them', async () => {
    const made = await skills.publish({
      name: 'from files',
      provider,
      files: [{ path: 'triage/SKILL.md', content: 'sort' }],
      commitMessage: 'first',
    })
    assert.deepEqual([made?.success, made?.skill_collection.name], [true, 'from files'])
    for (const identifier of ['from files', String(made?.skill_collection.id)]) {
      const pulled = await pull(identifier)
      assert.deepEqual(pulled.files, { '.claude/skills/triage/SKILL.md': 'sort' })
      assert.equal(pulled.version?.commit_message, 'first')
    }
  })

  it('publishes an archive and pulls one', async () => {
    const zipFile = zipOf([{ name: 'triage/SKILL.md', data: 'sort', method: 'deflate' }])
    const made = await skills.publish({ name: 'from a zip', provider, zipFile, commitMessage: 'packed' })
    assert.equal(made?.skill_collection.provider, provider)
    const zip = await skills.pull('from a zip', { format: 'zip' })
    assert.ok(zip instanceof ArrayBuffer)
    assert.deepEqual(await unzip(Buffer.from(zip)), { '.claude/skills/triage/SKILL.md': 'sort' })
  })

  it('renames and changes in one call', async () => {
    await skills.publish({ name: 'before', provider, files: [{ path: 'a.md', content: 'one' }] })
    const updated = await skills.update('before', {
      name: 'after',
      fileUpdates: [{ path: 'b.md', content: 'two' }],
      moves: [{ from: 'a.md', to: 'c.md' }],
      commitMessage: 'much',
      releaseLabel: 'prod',
    })
    assert.equal(updated?.skill_collection.name, 'after')
    assert.deepEqual([updated?.version?.['number'], updated?.version?.release_label], [2, 'prod'])
    const { files } = await pull('after', { label: 'prod' })
    assert.deepEqual(files, { '.claude/b.md': 'two', '.claude/c.md': 'one' })
    assert.deepEqual((await pull('after', { version: 1 })).files, { '.claude/a.md': 'one' })
  })

  it('changes files alone, and renames alone', async () => {
    await skills.publish({ name: 'alone', provider: 'openai', files: [{ path: 'a.md', content: 'one' }] })
    const changed = await skills.update('alone', { deletes: ['a.md'], provider: 'openclaw' })
    assert.deepEqual([changed?.skill_collection.name, changed?.version?.['number']], ['alone', 2])
    assert.equal(changed?.skill_collection.provider, 'openclaw')
    const renamed = await skills.update('alone', { name: 'renamed' })
    assert.deepEqual([renamed?.success, renamed?.skill_collection.name], [true, 'renamed'])
    assert.deepEqual((await pull('renamed')).files, {})
  })

  it('throws the reason of a refusal', async () => {
    await assert.rejects(skills.pull('nothing of the kind'), /There is no such skill collection/)
    await skills.publish({ name: 'taken', provider })
    await assert.rejects(skills.publish({ name: 'taken', provider }), /a skill collection of this name/)
    await assert.rejects(skills.update('taken', { deletes: ['x'] }), /no file x to delete/)
    await assert.rejects(
      skills.publish({ name: 'wrong', provider, files: [{ path: '../x', content: '' }] }),
      /body\.files\.0\.path: must not lead out of the collection/,
    )
  })
})
