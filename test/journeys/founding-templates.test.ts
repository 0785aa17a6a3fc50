import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { type Fields, hasFields, isFailure, isInvalid, isMessage } from './support/document.ts'
import { chat, completion, message, model, pathOf, publication, publish, user } from './support/templates.ts'

const rawTemplate: Fields = {
  success: 'boolean',
  id: 'integer',
  prompt_name: 'string',
  version: 'integer',
  workspace_id: 'integer',
  prompt_template: 'object',
  metadata: 'object',
  commit_message: 'string',
  tags: 'strings',
  created_at: 'date-time',
  snippets: 'array',
  llm_kwargs: 'object?',
}
const publishedVersion: Fields = {
  id: 'integer',
  prompt_name: 'string',
  prompt_version_id: 'integer',
  version_number: 'integer',
  tags: 'strings',
  release_labels: 'strings',
  prompt_template: 'object',
  metadata: 'object?',
  commit_message: 'string',
  external_ids: 'array',
}
const releaseLabel: Fields = {
  id: 'integer',
  name: 'string',
  prompt_id: 'integer',
  prompt_version_id: 'integer',
  created_at: 'date-time',
}

/** The founding document's section on templates and labels, sentence by sentence. */
describe('the founding document on prompt templates', () => {
  const app = appOfSuite()
  let id = 0
  const name = 'shop/greeting'
  const patchPath = `/rest/prompt-templates/${encodeURIComponent(name)}`
  const template = chat(message('system', 'You are {mood}. @@@sign@@@'), user('Hi {name}'))
  before(async () => {
    await publish(app.api, 'sign', completion('Signed by {who}.'))
    const body = publication(name, template, {
      tags: ['shop'],
      labels: ['prod', 'prod'],
      metadata: model('openai', 'gpt-4o', { parameters: { temperature: 0.5, top_p: 1 } }),
      commit: 'first',
      externalIds: [{ source: 'cms', external_id: '1' }],
    })
    const version = bodyOf(await app.api.post('/rest/prompt-templates', body))
    hasFields(version, publishedVersion)
    assert.deepEqual(version.release_labels, ['prod'])
    assert.deepEqual(version.external_ids, [{ source: 'cms', external_id: '1' }])
    assert.deepEqual([version.prompt_name, version.version_number, version.tags], [name, 1, ['shop']])
    id = version.id
  })

  const raw = async (identifier: string | number, query = '') => app.api.get(pathOf(identifier) + query)
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  const words = (body: any) => body.prompt_template.messages[0].content[0].text

  it('reads a raw template by name and by id', async () => {
    const byName = bodyOf(await raw(name))
    hasFields(byName, rawTemplate)
    assert.equal(byName.success, true)
    assert.equal(byName.metadata.model.provider, 'openai')
    assert.equal(byName.metadata.model.name, 'gpt-4o')
    assert.deepEqual(byName.metadata.model.parameters, { temperature: 0.5, top_p: 1 })
    assert.equal(byName.llm_kwargs, null)
    assert.deepEqual(bodyOf(await raw(id)), byName)
    for (const { role, content } of byName.prompt_template.messages) {
      assert.equal(typeof role, 'string')
      assert.equal(content[0].type, 'text')
    }
  })

  it('expands snippets by default', async () => {
    const { body: resolved } = await raw(name)
    assert.equal(words(resolved), 'You are {mood}. Signed by {who}.')
    assert.deepEqual(resolved.snippets, [{ prompt_name: 'sign', version: 1, label: null }])
    assert.deepEqual(resolved.prompt_template.input_variables.toSorted(), ['mood', 'name', 'who'])
    assert.equal(words((await raw(name, '?resolve_snippets=true')).body), 'You are {mood}. Signed by {who}.')
    const { body: withMarkers } = await raw(name, '?resolve_snippets=false')
    assert.equal(words(withMarkers), 'You are {mood}. @@@sign@@@')
    assert.deepEqual(withMarkers.prompt_template.input_variables.toSorted(), ['mood', 'name'])
  })

  it('fills llm_kwargs on request if a model is set', async () => {
    const { llm_kwargs } = bodyOf(await raw(name, '?include_llm_kwargs=true'))
    assert.deepEqual([llm_kwargs.model, llm_kwargs.temperature], ['gpt-4o', 0.5])
    assert.match(JSON.stringify(llm_kwargs.messages[0]), /You are {mood}. Signed by {who}./)
    assert.equal(bodyOf(await raw(name, '?include_llm_kwargs=false')).llm_kwargs, null)
    const plain = bodyOf(await raw('sign', '?include_llm_kwargs=true'))
    const { metadata, commit_message, snippets } = plain
    assert.deepEqual([plain.llm_kwargs, metadata, commit_message, snippets], [null, null, null, []])
  })

  it('selects a version by number or label, not by both', async () => {
    assert.equal(bodyOf(await raw(name, '?version=1')).version, 1)
    assert.equal(bodyOf(await raw(name, '?label=prod')).version, 1)
    isInvalid(await raw(name, '?version=1&label=prod'), 'query.label')
    for (const version of ['0', '-1', 'one', '1.5', ''])
      isInvalid(await raw(name, `?version=${version}`), 'query.version')
    isInvalid(await raw(name, '?resolve_snippets=maybe'), 'query.resolve_snippets')
    isInvalid(await raw(name, '?include_llm_kwargs=2'), 'query.include_llm_kwargs')
    isFailure(await raw(name, '?version=99'), 404)
    isFailure(await raw(name, '?label=nobody'), 404)
    isFailure(await raw('nobody'), 404)
    isFailure(await raw(999_999), 404)
    isFailure(await raw(name.toUpperCase()), 404)
  })

  it('reads a template by POST with an object, null or no body', async () => {
    for (const body of [{}, 'null', undefined]) {
      const read = bodyOf(await app.api.post(pathOf(id), body))
      assert.deepEqual([read.id, read.prompt_name, read.version], [id, name, 1])
      assert.deepEqual(read, bodyOf(await app.api.post(pathOf(name), body)))
    }
  })

  it('refuses a template whose messages, content or blocks are malformed', async () => {
    const templatePath = 'body.prompt_version.prompt_template'
    const publishRefused = (template: unknown) =>
      app.api.post('/rest/prompt-templates', publication('refused', template))
    isInvalid(
      await publishRefused(chat({ role: 'user', content: 'plain' })),
      `${templatePath}.messages.0.content`,
    )
    isInvalid(await publishRefused(chat({ role: 'user' })), `${templatePath}.messages.0.content`)
    isInvalid(await publishRefused(chat({ content: [] })), `${templatePath}.messages.0.role`)
    isInvalid(
      await publishRefused(chat({ role: 'user', content: [{ type: 'text' }] })),
      `${templatePath}.messages.0.content.0.text`,
    )
    isInvalid(await publishRefused({ type: 'chat' }), `${templatePath}.messages`)
    isInvalid(await publishRefused({ type: 'song', messages: [] }), `${templatePath}.type`)
    isInvalid(await publishRefused(chat(user('@@@nobody@@@'))), templatePath)
    isInvalid(await app.api.post('/rest/prompt-templates', {}), 'body.prompt_template', 'body.prompt_version')
    isFailure(await raw('refused'), 404)
  })

  it('answers 409 when an external id conflicts on publishing, and does not publish', async () => {
    const externalIds = [{ source: 'cms', external_id: '1' }]
    const reply = await app.api.post(
      '/rest/prompt-templates',
      publication('thief', chat(user('x')), { externalIds }),
    )
    isMessage(reply, 409)
    assert.deepEqual(Object.keys(reply.body).sort(), ['message', 'success'])
    isFailure(await raw('thief'), 404)
  })

  it('makes a new version from the latest by patching', async () => {
    const one = {
      messages: { '1': user('Hello {first}') },
      commit_message: 'second',
      release_labels: ['prod'],
    }
    const second = bodyOf(await app.api.patch(patchPath, one), 201)
    hasFields(second, publishedVersion)
    assert.deepEqual([second.id, second.version_number, second.release_labels], [id, 2, ['prod']])
    assert.deepEqual([second.commit_message, second.tags], ['second', ['shop']])
    assert.deepEqual(
      second.prompt_template.messages.map(({ content }: { content: { text: string }[] }) => content[0]?.text),
      ['You are {mood}. @@@sign@@@', 'Hello {first}'],
    )
    assert.equal(bodyOf(await raw(name, '?label=prod')).version, 2)

    const all = { messages: [user('Only')], model_parameters: { temperature: 0 }, commit_message: 'third' }
    const third = bodyOf(await app.api.patch(`/rest/prompt-templates/${id}`, all), 201)
    assert.deepEqual([third.version_number, third.prompt_template.messages.length], [3, 1])
    assert.deepEqual(third.metadata.model.parameters, { temperature: 0, top_p: 1 })
    const response_format = { type: 'json_object' }
    const fourth = bodyOf(await app.api.patch(patchPath, { response_format }), 201)
    assert.deepEqual(fourth.metadata.model.parameters.response_format, response_format)
  })

  it('refuses patches that conflict, are out of bounds or of the wrong type', async () => {
    const { version } = (await raw(name)).body
    const patch = (body: unknown) => app.api.patch(patchPath, body)
    isFailure(await patch({ messages: { '9': user('x') } }), 400)
    isFailure(await patch({ messages: { '-1': user('x') } }), 400)
    isFailure(await patch({ content: [{ type: 'text', text: 'x' }] }), 400)
    isFailure(await app.api.patch('/rest/prompt-templates/sign', { messages: [user('x')] }), 400)
    isFailure(
      await patch({
        response_format: { type: 'text' },
        model_parameters: { response_format: { type: 'text' } },
      }),
      400,
    )
    isInvalid(await patch({ messages: { '0': { role: 'user' } } }), 'body.messages.0.content')
    isInvalid(await patch({ messages: [{ role: 'user', content: 'plain' }] }), 'body.messages.0.content')
    isInvalid(await patch({ messages: 'x' }), 'body.messages')
    isInvalid(await patch({ model_parameters: [] }), 'body.model_parameters')
    isInvalid(await patch({ response_format: 'json' }), 'body.response_format')
    isInvalid(await patch({ commit_message: 3 }), 'body.commit_message')
    isInvalid(await patch({ release_labels: 'prod' }), 'body.release_labels')
    isFailure(await app.api.patch('/rest/prompt-templates/nobody', {}), 404)
    assert.equal((await raw(name)).body.version, version)
  })

  it('creates, moves, lists and deletes labels', async () => {
    const path = `/prompts/${id}/label`
    const created = bodyOf(await app.api.post(path, { name: 'canary', prompt_version_number: 1 }))
    hasFields(created, releaseLabel)
    assert.deepEqual([created.name, created.prompt_id], ['canary', id])
    const label = `/prompt-labels/${created.id}`
    const moved = bodyOf(await app.api.patch(label, { prompt_version_number: 2 }))
    hasFields(moved, releaseLabel)
    const { prompt_version_id: from, ...before } = created
    const { prompt_version_id: to, ...after } = moved
    assert.deepEqual(after, before)
    assert.notEqual(to, from)
    assert.equal(bodyOf(await raw(name, '?label=canary')).version, 2)
    const { release_labels } = bodyOf(await app.api.get(`${pathOf(id)}/labels`))
    assert.deepEqual(
      release_labels.find(
        (releaseLabel: { release_label: string }) => releaseLabel.release_label === 'canary',
      ),
      {
        release_label: 'canary',
        release_label_id: created.id,
        prompt_version_id: to,
        prompt_version_number: 2,
      },
    )

    isInvalid(await app.api.post(path, {}), 'body.name', 'body.prompt_version_number')
    isInvalid(await app.api.post(path, { prompt_version_number: 1 }), 'body.name')
    isInvalid(await app.api.post(path, { name: 'x' }), 'body.prompt_version_number')
    isInvalid(await app.api.post(path, { name: 'canary', prompt_version_number: 1 }), 'body.name')
    isInvalid(
      await app.api.post('/prompts/x/label', { name: 'x', prompt_version_number: 1 }),
      'path.prompt_id',
    )
    isInvalid(await app.api.patch(label, {}), 'body.prompt_version_number')
    isInvalid(await app.api.patch(label, { prompt_version_number: '2' }), 'body.prompt_version_number')
    isInvalid(await app.api.patch(label, { prompt_version_number: 0 }), 'body.prompt_version_number')
    isFailure(await app.api.patch(label, { prompt_version_number: 99 }), 404)
    isFailure(await app.api.get('/prompt-templates/nobody/labels'), 404)

    const reply = await app.api.delete(label)
    assert.deepEqual([reply.status, reply.body, reply.headers.get('content-type')], [204, null, null])
    isFailure(await app.api.delete(label), 404)
    isFailure(await app.api.patch(label, { prompt_version_number: 1 }), 404)
    isFailure(await raw(name, '?label=canary'), 404)
    isInvalid(await app.api.delete('/prompt-labels/x'), 'path.prompt_label_id')
  })
})
