import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import {
  assertRefused,
  completion,
  model,
  pathOf,
  publish,
  readRaw,
  says,
  textsOf,
} from './support/templates.ts'

describe('the raw read', () => {
  let app: TestApp
  let id = 0
  before(async () => {
    app = await startApp()
    await publish(app.api, 'part', completion('part {inner}'))
    const first = await publish(app.api, 'whole', says('One @@@part@@@ {name}'), {
      labels: ['prod'],
      tags: ['t'],
      commit: 'one',
      metadata: model('openai', 'gpt-4o-mini', { parameters: { temperature: 0 } }),
    })
    await publish(app.api, 'whole', says('Two {name}'))
    id = first.id
  })
  after(() => app.close())

  it('gives the latest version without rendering it', async () => {
    const body = await readRaw(app.api, 'whole')
    assert.deepEqual([body.success, body.id, body.prompt_name, body.version], [true, id, 'whole', 2])
    assert.deepEqual(textsOf(body.prompt_template), ['Two {name}'])
    assert.deepEqual(
      [body.metadata, body.llm_kwargs, body.commit_message, body.snippets],
      [null, null, null, []],
    )
    assert.ok(!Number.isNaN(Date.parse(body.created_at)))
  })

  it('finds it by name and by id', async () => {
    assert.deepEqual(await readRaw(app.api, id), await readRaw(app.api, 'whole'))
  })

  it('gives a version or the version of a label', async () => {
    const byVersion = await readRaw(app.api, 'whole', '?version=1')
    assert.deepEqual([byVersion.version, byVersion.commit_message, byVersion.tags], [1, 'one', ['t']])
    assert.deepEqual(await readRaw(app.api, 'whole', '?label=prod'), byVersion)
  })

  it('resolves snippets by default', async () => {
    const resolved = await readRaw(app.api, 'whole', '?version=1')
    assert.deepEqual(textsOf(resolved.prompt_template), ['One part {inner} {name}'])
    assert.deepEqual(resolved.snippets, [{ prompt_name: 'part', version: 1, label: null }])
    assert.deepEqual(resolved.prompt_template.input_variables, ['inner', 'name'])
    const withMarkers = await readRaw(app.api, 'whole', '?version=1&resolve_snippets=false')
    assert.deepEqual(textsOf(withMarkers.prompt_template), ['One @@@part@@@ {name}'])
    assert.deepEqual(withMarkers.prompt_template.input_variables, ['name'])
  })

  it('fills llm_kwargs on request, where a model is set', async () => {
    assert.equal((await readRaw(app.api, 'whole', '?include_llm_kwargs=true')).llm_kwargs, null)
    const { llm_kwargs } = await readRaw(app.api, 'whole', '?version=1&include_llm_kwargs=true')
    assert.deepEqual([llm_kwargs.model, llm_kwargs.temperature], ['gpt-4o-mini', 0])
    assert.equal(llm_kwargs.messages[0].content[0].text, 'One part {inner} {name}')
    assert.equal((await readRaw(app.api, 'whole', '?version=1&include_llm_kwargs=false')).llm_kwargs, null)
  })

  it('refuses version and label together, and invalid values', async () => {
    const get = (query: string) => app.api.get(`${pathOf('whole')}?${query}`)
    assertRefused(await get('version=1&label=prod'), 422, 'query.label')
    for (const version of ['0', '-1', '1.5', 'one', ''])
      assertRefused(await get(`version=${version}`), 422, 'query.version')
    assertRefused(await get('resolve_snippets=perhaps'), 422, 'query.resolve_snippets')
  })

  it('answers 404 for missing templates', async () => {
    for (const path of [
      pathOf('nobody'),
      pathOf(999_999),
      `${pathOf('whole')}?version=3`,
      `${pathOf('whole')}?label=dev`,
    ]) {
      const reply = await app.api.get(path)
      assertRefused(reply, 404)
      assert.deepEqual([reply.body.success, reply.body.error], [false, 'not_found'])
    }
    const stranger = await app.newWorkspace()
    assertRefused(await stranger.api.get(pathOf('whole')), 404)
    assertRefused(await stranger.api.get(pathOf(id)), 404)
  })
})
