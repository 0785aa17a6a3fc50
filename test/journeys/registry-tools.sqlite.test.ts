import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  assertRefused,
  model,
  pathOf,
  publish,
  read,
  readRaw,
  tryPublish,
  userChat,
} from './support/templates.ts'
import { addVersion, createLabel, createTool, functionTool, toolPath } from './support/tools.ts'

const openai = { metadata: model('openai', 'gpt-4o-mini') }
const toolPathAt = (index: number) => `body.prompt_version.prompt_template.tools.${index}.tool_registry_id`

describe('tools of the registry in templates', () => {
  const app = appOfSuite()

  const reference = (id: number, rest: object = {}) => ({
    type: 'registry' as const,
    tool_registry_id: id,
    label: null,
    version_number: null,
    ...rest,
  })
  const withTools = (...tools: object[]) => ({ ...userChat('Hi {name}'), tools })
  const namesIn = (answer: { llm_kwargs: { tools?: { function: { name: string } }[] } }) =>
    (answer.llm_kwargs.tools ?? []).map((tool) => tool.function.name)

  it('are stored as references, and returned as functions', async () => {
    const { tool_registry: tool } = await createTool(app.api, 'weather')
    const tools = [functionTool('own'), reference(tool.id)]
    const published = await publish(app.api, 'forecast', withTools(...tools), openai)
    assert.deepEqual(published.prompt_template.tools, tools)
    const ready = await read(app.api, 'forecast', { input_variables: { name: 'Ada' } })
    assert.deepEqual(ready.prompt_template.tools, [functionTool('own'), functionTool('weather')])
    assert.deepEqual(namesIn(ready), ['own', 'weather'])
    assert.equal(ready.warning, null)
    const raw = await readRaw(app.api, 'forecast', '?include_llm_kwargs=true')
    assert.deepEqual(raw.prompt_template.tools, tools)
    assert.deepEqual(namesIn(raw), ['own', 'weather'])
  })

  it('follow their label or the newest version, or keep a version number, in all templates at once', async () => {
    const { tool_registry: tool } = await createTool(app.api, 'v1')
    const label = await createLabel(app.api, tool.id, 'prod', 1)
    const references = [
      reference(tool.id, { label: 'prod' }),
      reference(tool.id),
      reference(tool.id, { version_number: 1 }),
    ]
    for (const name of ['first', 'second']) await publish(app.api, name, withTools(...references), openai)
    const everywhere = async () => {
      const first = await read(app.api, 'first')
      const second = namesIn(await readRaw(app.api, 'second', '?include_llm_kwargs=true'))
      assert.deepEqual(second, namesIn(first))
      return second
    }
    assert.deepEqual(await everywhere(), ['v1', 'v1', 'v1'])
    await addVersion(app.api, 'v1', { tool_definition: functionTool('v2') })
    assert.deepEqual(await everywhere(), ['v1', 'v2', 'v1'])
    await app.api.patch(`${toolPath('v1')}/labels/${label.id}`, { version_number: 2 })
    assert.deepEqual(await everywhere(), ['v2', 'v2', 'v1'])
    await app.api.delete(`${toolPath('v1')}/labels/${label.id}`)
    assert.deepEqual(await everywhere(), ['v2', 'v1'])
    const { warning } = await read(app.api, 'first')
    assert.equal(warning, `Tools that cannot be found: ${tool.id}.`)
  })

  it('change the ETag of the templates that contain them', async () => {
    const { tool_registry: tool } = await createTool(app.api, 'tagged')
    await publish(app.api, 'etag', withTools(reference(tool.id)), openai)
    const first = await app.api.post(pathOf('etag'))
    const known = { 'If-None-Match': first.headers.get('etag')! }
    assert.equal((await app.api.get(toolPath('tagged'), known)).status, 200)
    await addVersion(app.api, 'tagged', { tool_definition: functionTool('tagged', 'Does it better') })
    const second = await app.api.post(pathOf('etag'), undefined, known)
    assert.equal(second.status, 200)
    assert.equal(second.body.llm_kwargs.tools[0].function.description, 'Does it better')
  })

  it('have the form of the requested provider, from any written form', async () => {
    const definition = {
      name: 'bare',
      description: 'As Anthropic writes it',
      input_schema: { type: 'object', properties: { q: { type: 'string' } } },
    }
    const { tool_registry: tool } = await createTool(app.api, 'bare', { tool_definition: definition })
    const metadata = model('anthropic', 'claude-sonnet-4-5')
    await publish(app.api, 'claude', withTools(reference(tool.id)), { metadata })
    const { llm_kwargs } = await read(app.api, 'claude')
    assert.equal(llm_kwargs.tools[0].name, 'bare')
    assert.deepEqual(llm_kwargs.tools[0].input_schema, definition.input_schema)
  })

  it('must exist when a template is published', async () => {
    const { tool_registry: tool } = await createTool(app.api, 'present')
    const good = reference(tool.id)
    const bad = [
      reference(987_654),
      reference(tool.id, { label: 'prod' }),
      reference(tool.id, { version_number: 2 }),
      reference(tool.id, { label: 'a\u0000b' }),
    ]
    for (const tools of bad)
      assertRefused(await tryPublish(app.api, 'broken', withTools(good, tools)), 422, toolPathAt(1))
    assertRefused(await app.api.get(pathOf('broken')), 404)
    const { api } = await app.newWorkspace()
    assertRefused(await tryPublish(api, 'foreign', withTools(good)), 422, toolPathAt(0))
    const nameless = await createTool(app.api, 'nameless', { tool_definition: { type: 'object' } })
    const unusable = withTools(reference(nameless.tool_registry.id))
    assertRefused(await tryPublish(app.api, 'broken', unusable), 422, toolPathAt(0))
  })

  it('must exist when a template is patched', async () => {
    await publish(app.api, 'patched', withTools(functionTool('own')), openai)
    const patched = await app.api.patch('/rest/prompt-templates/patched', { tools: [reference(987_654)] })
    assertRefused(patched, 422, toolPathAt(0))
    const { tool_registry: tool } = await createTool(app.api, 'patched')
    const { status } = await app.api.patch('/rest/prompt-templates/patched', { tools: [reference(tool.id)] })
    assert.equal(status, 201)
    assert.deepEqual(namesIn(await read(app.api, 'patched')), ['patched'])
  })
})
