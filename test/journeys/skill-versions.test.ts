import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { zipOf } from '../kit/zip.ts'
import { collections, create, filesIn, filesOf, pathOf, save, sendForm } from './support/skills.ts'

describe('versions of a skill collection', () => {
  const app = appOfSuite()

  const refused = async (identifier: string, changes: object) => {
    const { status, body } = await app.api.post(`${pathOf(identifier)}/versions`, changes)
    return [status, body.detail?.[0].loc.join('.')]
  }

  it('accept updates, moves in both spellings and deletes, and leave earlier versions unchanged', async () => {
    await create(app.api, 'kit', { 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' })
    const second = await save(app.api, 'kit', {
      file_updates: [{ path: 'd/e.md', content: 'four' }, { path: 'a.md' }],
      moves: [
        { old_path: 'b.md', new_path: 'moved/b.md' },
        { from: 'c.md', to: 'b.md' },
      ],
      commit_message: 'much',
    })
    assert.deepEqual([second.number, second.commit_message], [2, 'much'])
    assert.deepEqual(second.file_paths, ['a.md', 'b.md', 'd/e.md', 'moved/b.md'])
    const third = await save(app.api, 'kit', { deletes: ['a.md', './moved//b.md'] })
    assert.deepEqual([third.number, third.commit_message], [3, null])
    assert.deepEqual(await filesIn(app.api, 'kit'), { 'b.md': 'three', 'd/e.md': 'four' })
    assert.deepEqual(await filesIn(app.api, 'kit', '?version=2'), {
      'a.md': '',
      'b.md': 'three',
      'd/e.md': 'four',
      'moved/b.md': 'two',
    })
    assert.deepEqual(await filesIn(app.api, 'kit', '?version=1'), {
      'a.md': 'one',
      'b.md': 'two',
      'c.md': 'three',
    })
    assert.equal((await app.api.get(`${pathOf('kit')}?version=4`)).status, 404)
  })

  it('are refused if a change is invalid, which leaves no gap in the numbers', async () => {
    await create(app.api, 'strict', { 'a.md': 'one', 'b.md': 'two' })
    assert.deepEqual(await refused('strict', {}), [400, undefined])
    assert.deepEqual(await refused('strict', { deletes: [], file_updates: [] }), [400, undefined])
    assert.deepEqual(await refused('strict', { deletes: ['x'] }), [422, 'body.deletes.0'])
    assert.deepEqual(await refused('strict', { moves: [{ from: 'x', to: 'y' }] }), [
      422,
      'body.moves.0.old_path',
    ])
    assert.deepEqual(await refused('strict', { moves: [{ from: 'a.md' }] }), [422, 'body.moves.0.new_path'])
    assert.deepEqual(await refused('strict', { moves: [{ to: 'a.md' }] }), [422, 'body.moves.0.old_path'])
    assert.deepEqual(await refused('strict', { moves: [{ old_path: 'a.md', new_path: 'b.md' }] }), [
      422,
      'body.moves.0.new_path',
    ])
    assert.deepEqual(await refused('strict', { file_updates: filesOf({ 'a.md/b': 'x' }) }), [422, 'body'])
    for (const path of ['../a', '/a', 'C:/a', 'a\\b', 'a/', '', '.', 'a\u0000', 'x'.repeat(513)]) {
      const field = 'body.file_updates.0.path'
      assert.deepEqual(await refused('strict', { file_updates: [{ path }] }), [422, field], path)
      assert.deepEqual(await refused('strict', { deletes: [path] }), [422, 'body.deletes.0'], path)
    }
    const nul = { file_updates: [{ path: 'a', content: '\u0000' }] }
    assert.deepEqual(await refused('strict', nul), [422, 'body.file_updates.0.content'])
    const twice = [{ path: 'caf\u00e9' }, { path: 'cafe\u0301' }]
    assert.deepEqual(await refused('strict', { file_updates: twice }), [422, 'body.file_updates.1.path'])
    assert.equal((await save(app.api, 'strict', { commit_message: 'still here' })).number, 2)
    assert.deepEqual(await filesIn(app.api, 'strict'), { 'a.md': 'one', 'b.md': 'two' })
  })

  it('are refused if two files differ only in upper and lower case, until one is renamed or deleted', async () => {
    await create(app.api, 'case', { 'a/SKILL.md': 'one' })
    const twin = { file_updates: [{ path: 'a/skill.md', content: 'two' }] }
    assert.deepEqual(await refused('case', twin), [422, 'body'])
    const archive = zipOf([
      { name: 'README.md', data: 'one' },
      { name: 'Readme.md', data: 'two' },
    ])
    const { status, body } = await sendForm(app, collections, { metadata: { name: 'case 2' }, archive })
    assert.equal(status, 422)
    assert.match(body.message, /README.md and Readme.md differ only in upper and lower case/)
    await save(app.api, 'case', { ...twin, moves: [{ old_path: 'a/SKILL.md', new_path: 'b/SKILL.md' }] })
    await save(app.api, 'case', { moves: [{ old_path: 'a/skill.md', new_path: 'a/SKILL.md' }] })
    assert.deepEqual(await filesIn(app.api, 'case'), { 'a/SKILL.md': 'two', 'b/SKILL.md': 'one' })
  })

  it('have limits', async () => {
    const mebibyte = 'x'.repeat(1024 * 1024)
    const make = (files: object[]) => app.api.post(collections, { name: 'limits', files })
    const tooMany = Array.from({ length: 1001 }, (_, index) => ({ path: `f${index}` }))
    assert.equal((await make(tooMany)).status, 422)
    assert.equal((await make([{ path: 'a', content: `${mebibyte.repeat(5)}x` }])).status, 413)
    const large = Array.from({ length: 5 }, (_, index) => ({
      path: `f${index}`,
      content: mebibyte.repeat(4),
    }))
    assert.equal((await make([...large, { path: 'a', content: 'x' }])).status, 413)
    assert.equal((await make(large)).status, 201)
    assert.equal(Object.keys(await filesIn(app.api, 'limits')).length, 5)
    const over = await app.api.post(`${pathOf('limits')}/versions`, {
      file_updates: [{ path: 'a', content: 'x' }],
    })
    assert.equal(over.status, 413)
    await create(app.api, 'many', Object.fromEntries(tooMany.slice(1).map(({ path }) => [path, path])))
    assert.equal(Object.keys(await filesIn(app.api, 'many')).length, 1000)
    assert.deepEqual(await refused('many', { file_updates: [{ path: 'f0' }] }), [413, undefined])
  })

  it('are found by their release label, which moves with a new version', async () => {
    await create(app.api, 'labelled', { 'a.md': 'one' })
    await save(app.api, 'labelled', { file_updates: filesOf({ 'a.md': 'two' }), release_label: 'prod' })
    await save(app.api, 'labelled', { file_updates: filesOf({ 'a.md': 'three' }), release_label: 'staging' })
    assert.deepEqual(await filesIn(app.api, 'labelled', '?label=prod'), { 'a.md': 'two' })
    assert.deepEqual(await filesIn(app.api, 'labelled', '?label=staging'), { 'a.md': 'three' })
    const moved = await save(app.api, 'labelled', { release_label: 'prod' })
    assert.deepEqual([moved.number, moved.release_label], [4, 'prod'])
    assert.deepEqual(await filesIn(app.api, 'labelled', '?label=prod'), { 'a.md': 'three' })
    const second = await app.api.get(`${pathOf('labelled')}?version=2`)
    assert.equal(second.body.version.release_label, null)
    assert.equal((await app.api.get(`${pathOf('labelled')}?label=none`)).status, 404)
    const both = await app.api.get(`${pathOf('labelled')}?label=prod&version=1`)
    assert.deepEqual([both.status, both.body.detail[0].loc], [422, ['query', 'version']])
  })

  it('are numbered without gaps when many are saved at once, and keep all changes', async () => {
    await create(app.api, 'busy', { 'start.md': 'x' })
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save(app.api, 'busy', {
          file_updates: filesOf({ [`f${index}.md`]: `content ${index % 3}` }),
          release_label: 'prod',
        }),
      ),
    )
    const numbers = saved.map(({ number }) => number).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, index) => index + 2),
    )
    assert.equal(Object.keys(await filesIn(app.api, 'busy')).length, 21)
    assert.deepEqual(await filesIn(app.api, 'busy', '?label=prod'), await filesIn(app.api, 'busy'))
  })

  it('store each content once per workspace', async () => {
    const { id, api } = await app.newWorkspace()
    await create(api, 'a', { 'a.md': 'same', 'b.md': 'same', 'c.md': 'other' })
    await create(api, 'b', { 'd.md': 'same' })
    await save(api, 'b', {
      moves: [{ from: 'd.md', to: 'e.md' }],
      file_updates: filesOf({ 'f.md': 'other' }),
    })
    const rows = await app.context.store.db
      .selectFrom('skill_contents')
      .select('content')
      .where('workspace_id', '=', id)
      .execute()
    assert.deepEqual(rows.map(({ content }) => content).sort(), ['other', 'same'])
  })

  it("use the paths of their provider's agent, for reading and for saving", async () => {
    const provider = 'claude_code'
    await create(app.api, 'placed', { 'CLAUDE.md': 'hi', 'triage/SKILL.md': 'sort' }, { provider })
    const pulled = await filesIn(app.api, 'placed')
    assert.deepEqual(pulled, { '.claude/CLAUDE.md': 'hi', '.claude/skills/triage/SKILL.md': 'sort' })
    const changed = await save(app.api, 'placed', {
      file_updates: filesOf({ '.claude/skills/triage/SKILL.md': 'sort well' }),
      deletes: ['.claude/CLAUDE.md'],
    })
    assert.deepEqual(changed.file_paths, ['triage/SKILL.md'])
    const other = await save(app.api, 'placed', { provider: 'openai' })
    assert.equal(other.provider, 'openai')
    assert.deepEqual(await filesIn(app.api, 'placed'), { '.agents/skills/triage/SKILL.md': 'sort well' })
    assert.deepEqual(await filesIn(app.api, 'placed', '?version=1'), pulled)
    const { body } = await app.api.get(pathOf('placed'))
    assert.equal(body.skill_collection.provider, 'openai')
  })

  it('give an ETag that changes with each save', async () => {
    await create(app.api, 'tagged', { 'a.md': 'one' })
    for (const query of ['', '?format=zip']) {
      const read = (etag = '') =>
        fetch(app.baseUrl + pathOf('tagged') + query, {
          headers: { 'X-API-KEY': app.key, 'If-None-Match': etag },
        })
      const first = await read()
      const etag = first.headers.get('etag')!
      assert.deepEqual([first.status, (await read(etag)).status], [200, 304])
      await save(app.api, 'tagged', { file_updates: filesOf({ 'a.md': query }) })
      assert.equal((await read(etag)).status, 200)
    }
  })
})
