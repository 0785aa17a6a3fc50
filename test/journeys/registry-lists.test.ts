import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { createWorkflow, joinNode, output, topic } from './support/workflows.ts'

const path = '/api/public/v2/prompts'
const publication = (name: string, more: object = {}, labels: string[] = []) => ({
  prompt_template: { prompt_name: name },
  prompt_version: {
    prompt_template: { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] },
    metadata: { model: { provider: 'openai', name: 'gpt-5', parameters: {} } },
    ...more,
  },
  release_labels: labels,
})

describe('the lists of the registry', () => {
  const app = appOfSuite()
  let id: number
  before(async () => {
    id = (await app.api.post('/rest/prompt-templates', publication('reply', {}, ['prod']))).body.id
    await app.api.post('/rest/prompt-templates', publication('reply', { commit_message: 'two' }, ['dev']))
    await app.api.post('/rest/prompt-templates', publication('other'))
  })

  it('show the version of every label, and the latest version', async () => {
    const { body } = await app.api.get(`${path}?name=REP`)
    assert.equal(body.total, 1)
    const [prompt] = body.prompts
    assert.deepEqual(
      prompt.labels.map(({ name, version }: { name: string; version: number }) => `${name} v${version}`),
      ['prod v1', 'dev v2'],
    )
    assert.deepEqual(
      [prompt.latest_version, prompt.commit_message, prompt.model.name, prompt.folder_path],
      [2, 'two', 'gpt-5', []],
    )
  })

  it('filter by a folder, or by no folder', async () => {
    const { folder } = (await app.api.post('/api/public/v2/folders', { name: 'Support' })).body
    const entities = [{ id, type: 'PROMPT' }]
    await app.api.post('/api/public/v2/folders/entities', { entities, folder_id: folder.id })
    const names = async (query: string) =>
      (await app.api.get(`${path}?${query}`)).body.prompts.map((prompt: { name: string }) => prompt.name)
    assert.deepEqual(await names(`folder_id=${folder.id}`), ['reply'])
    assert.deepEqual(await names('folder_id=0'), ['other'])
    assert.deepEqual(await names('sort_by=name&sort_order=asc'), ['other', 'reply'])
    assert.deepEqual(await names('sort_by=name&sort_order=asc&per_page=1&page=2'), ['reply'])
  })

  it('filter names by words in any order', async () => {
    for (const name of ['team/area 7/prompt of May', 'team/area 8/prompt of May', 'team/area 7/reply'])
      await app.api.post('/rest/prompt-templates', publication(name))
    const names = async (words: string) =>
      (
        await app.api.get(`${path}?sort_by=name&sort_order=asc&name=${encodeURIComponent(words)}`)
      ).body.prompts.map((prompt: { name: string }) => prompt.name)
    assert.deepEqual(await names(' MAY  area 7 '), ['team/area 7/prompt of May'])
    assert.deepEqual(await names('prompt area'), ['team/area 7/prompt of May', 'team/area 8/prompt of May'])
    assert.deepEqual(await names('area 7/reply'), ['team/area 7/reply'])
    assert.deepEqual(await names('area nowhere'), [])
  })

  it('sort names in natural order, across pages', async () => {
    for (const name of ['case 11', 'case 2', 'Case 1', 'case 12', 'case 2 b'])
      await app.api.post('/rest/prompt-templates', publication(name))
    const names = async (query: string) =>
      (await app.api.get(`${path}?name=case&sort_by=name&${query}`)).body.prompts.map(
        (prompt: { name: string }) => prompt.name,
      )
    const ordered = ['Case 1', 'case 2', 'case 2 b', 'case 11', 'case 12']
    assert.deepEqual(await names('sort_order=asc'), ordered)
    assert.deepEqual(await names('sort_order=desc'), ordered.toReversed())
    assert.deepEqual(await names('sort_order=asc&per_page=2&page=2'), ordered.slice(2, 4))
  })

  it('leave snippets out on request', async () => {
    const snippet = publication('signature', {
      prompt_template: { type: 'completion', content: [{ type: 'text', text: 'Regards' }] },
    })
    await app.api.post('/rest/prompt-templates', publication('signature of mails'))
    await app.api.post('/rest/prompt-templates', snippet)
    const names = async (query: string) =>
      (await app.api.get(`${path}?name=signature${query}`)).body.prompts.map(
        ({ name, is_snippet }: { name: string; is_snippet: boolean }) => [name, is_snippet],
      )
    assert.deepEqual(await names('&is_snippet=false'), [['signature of mails', false]])
    assert.deepEqual(await names('&is_snippet=true'), [['signature', true]])
    assert.equal((await names('')).length, 2)
  })

  it('filter workflows by a part of the name', async () => {
    for (const name of ['Announce 100%', 'Announce releases', 'Summarize'])
      await createWorkflow(app.api, { name, nodes: [joinNode('out', ['topic'], output)], ...topic })
    const list = async (name: string) =>
      (await app.api.get(`/workflows?sort_by=name&sort_order=asc&name=${encodeURIComponent(name)}`)).body
    const { items, total } = await list('ANNOUNCE')
    assert.deepEqual(
      items.map((item: { name: string }) => item.name),
      ['Announce 100%', 'Announce releases'],
    )
    assert.equal(total, 2)
    assert.equal((await list('0%')).total, 1)
  })

  it('page through versions, newest first', async () => {
    const first = (await app.api.get(`${path}/${id}/versions?limit=1`)).body
    assert.deepEqual([first.versions[0].version, first.versions[0].labels[0].name], [2, 'dev'])
    assert.equal(first.has_more, true)
    const next = (await app.api.get(`${path}/${id}/versions?limit=1&before=2`)).body
    assert.deepEqual([next.versions[0].version, next.has_more], [1, false])
    const versionsOf = async (q: string) =>
      (await app.api.get(`${path}/${id}/versions?q=${encodeURIComponent(q)}`)).body.versions.map(
        ({ version }: { version: number }) => version,
      )
    assert.deepEqual(await versionsOf('v1'), [1])
    assert.deepEqual(await versionsOf('2'), [2])
    assert.deepEqual([await versionsOf('DE'), await versionsOf('Tw')], [[2], [2]])
    assert.deepEqual([await versionsOf('100%'), await versionsOf('v9')], [[], []])
    const other = await app.newWorkspace()
    assert.equal((await other.api.get(`${path}/${id}/versions`)).status, 404)
  })

  it('a new version is refused if its base version is not the latest', async () => {
    const late = await app.api.post('/rest/prompt-templates', publication('reply', { base_version: 1 }))
    assert.equal(late.status, 409)
    assert.match(JSON.stringify(late.body), /Version 2 is the latest/)
    const { body } = await app.api.post('/rest/prompt-templates', publication('reply', { base_version: 2 }))
    assert.equal(body.version_number, 3)
    const reply = await app.api.post('/rest/prompt-templates', publication('reply', { base_version: 0 }))
    assert.equal(reply.status, 409)
  })

  it('a new version keeps the connection of its base version, unless it names another', async () => {
    const connection = { name: 'ours', provider: 'openai', base_url: 'https://models.example.com/v1' }
    assert.equal((await app.api.post('/api/public/v2/connections', connection)).status, 201)
    const first = { provider_base_url_name: 'ours' }
    const { body } = await app.api.post('/rest/prompt-templates', publication('kept', first))
    const urlNow = async () =>
      (await app.api.post(`/prompt-templates/${body.id}`, {})).body.provider_base_url?.url
    await app.api.post('/rest/prompt-templates', publication('kept', { base_version: 1 }))
    assert.equal(await urlNow(), connection.base_url)
    const none = { base_version: 2, provider_base_url_name: null }
    await app.api.post('/rest/prompt-templates', publication('kept', none))
    assert.equal(await urlNow(), undefined)
  })
})
