import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, publish, userChat } from './support/templates.ts'
import {
  addVersion,
  createLabel,
  createTool,
  functionTool,
  javascript,
  python,
  toolPath,
  toolsPath,
} from './support/tools.ts'

describe('the tool registry', () => {
  const app = appOfSuite()
  const read = async (identifier: string | number, query = '') => {
    return bodyOf(await app.api.get(`${toolPath(identifier)}${query}`)).tool_registry
  }

  it('stores a tool unchanged, and finds it by name and by id', async () => {
    const content = {
      tool_definition: { ...functionTool('weather'), note: [1, null, 'ü'] },
      execution: javascript('return args.city'),
      mock_response: { sunny: true },
      response_schema: { type: 'object' },
      commit_message: 'first',
    }
    const created = await createTool(app.api, 'weather', { description: 'Weather of a city', ...content })
    const { tool_registry: tool, version } = created
    const { id, created_at, ...stored } = version
    assert.deepEqual(stored, { ...content, tool_registry_id: tool.id, version_number: 1 })
    assert.ok(id > 0 && !Number.isNaN(Date.parse(created_at)))
    assert.deepEqual(created.external_ids, [])
    const weather = await read('weather')
    assert.deepEqual(weather, {
      ...tool,
      labels: [],
      version,
      tool_definition: content.tool_definition,
      external_ids: [],
    })
    assert.equal(weather.description, 'Weather of a city')
    assert.equal(weather.folder_id, null)
    assert.deepEqual(await read(tool.id), weather)
  })

  it('numbers versions without gaps, and returns the newest by default', async () => {
    await createTool(app.api, 'versions', { execution: javascript('return 1') })
    const second = await addVersion(app.api, 'versions', { tool_definition: functionTool('second') })
    assert.deepEqual([second.version_number, second.execution, second.mock_response], [2, null, null])
    const third = { tool_definition: functionTool('third'), execution: python('return 3') }
    assert.equal((await addVersion(app.api, 'versions', third)).version_number, 3)
    assert.equal((await read('versions')).version.version_number, 3)
    const first = await read('versions', '?version=1')
    assert.deepEqual([first.version.version_number, first.tool_definition.function.name], [1, 'versions'])
    assertRefused(await app.api.get(`${toolPath('versions')}?version=4`), 404)
    assertRefused(await app.api.get(`${toolPath('versions')}?label=prod`), 404)
    assertRefused(await app.api.get(`${toolPath('versions')}?version=1&label=prod`), 422, 'query.label')
    assertRefused(await app.api.post(`${toolPath('nobody')}/versions`, third), 404)
  })

  it('numbers many versions that are saved at once without gaps', async () => {
    await createTool(app.api, 'busy')
    const definition = { tool_definition: functionTool('busy') }
    const versions = await Promise.all(
      Array.from({ length: 10 }, () => addVersion(app.api, 'busy', definition)),
    )
    const numbers = versions.map(({ version_number }) => version_number).sort((a, b) => a - b)
    assert.deepEqual(numbers, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('has labels that are created, moved and deleted, and select a version', async () => {
    const { tool_registry: tool } = await createTool(app.api, 'labelled')
    await addVersion(app.api, 'labelled', { tool_definition: functionTool('two') })
    const label = await createLabel(app.api, tool.id, 'prod', 1)
    assert.deepEqual([label.name, label.version_number, label.tool_registry_id], ['prod', 1, tool.id])
    assert.deepEqual((await read('labelled')).labels, [label])
    assert.equal((await read('labelled', '?label=prod')).version.version_number, 1)
    const path = `${toolPath('labelled')}/labels`
    assertRefused(await app.api.post(path, { name: 'prod', version_number: 2 }), 409)
    assertRefused(await app.api.post(path, { name: 'dev', version_number: 3 }), 404)
    const moved = await app.api.patch(`${path}/${label.id}`, { version_number: 2 })
    assert.deepEqual([moved.status, moved.body.label.version_number], [200, 2])
    assert.equal((await read('labelled', '?label=prod')).tool_definition.function.name, 'two')
    await createTool(app.api, 'other')
    assertRefused(await app.api.patch(`${toolPath('other')}/labels/${label.id}`, { version_number: 1 }), 404)
    assertRefused(await app.api.delete(`${toolPath('other')}/labels/${label.id}`), 404)
    const deleted = await app.api.delete(`${path}/${label.id}`)
    assert.deepEqual([deleted.status, deleted.body], [200, { success: true }])
    assert.deepEqual((await read('labelled')).labels, [])
    assertRefused(await app.api.delete(`${path}/${label.id}`), 404)
  })

  it('lists by time and name, in either direction', async () => {
    const { api } = await app.newWorkspace()
    for (const name of ['b', 'c', 'a']) await createTool(api, name)
    const names = async (query = '') => {
      const { status, body } = await api.get(`${toolsPath}${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.tool_registries.map((tool: { name: string }) => tool.name).join('')
    }
    assert.equal(await names(), 'acb')
    await addVersion(api, 'b', { tool_definition: functionTool('b', 'again') })
    await createLabel(api, 'b', 'prod', 1)
    const { tool_registries: listed } = (await api.get(`${toolsPath}?sort_by=id&sort_order=asc`)).body
    assert.deepEqual(
      listed.map(
        ({
          latest_version_number,
          labels,
        }: {
          latest_version_number: number
          labels: { name: string; version_number: number }[]
        }) => [latest_version_number, labels.map(({ name, version_number }) => [name, version_number])],
      ),
      [
        [2, [['prod', 1]]],
        [1, []],
        [1, []],
      ],
    )
    assert.equal(await names('?sort_by=name&sort_order=asc'), 'abc')
    assert.equal(await names('?sort_by=id&sort_order=asc'), 'bca')
    assert.equal(await names('?created_after=2100-01-01T00:00:00Z'), '')
    assert.equal(await names('?created_before=2100-01-01T00:00:00Z&sort_by=name'), 'cba')
    assert.equal(await names('?updated_after=2020-01-01'), 'acb')
    assert.equal(await names('?updated_before=2020-01-01'), '')
    assert.equal(await names('?created_by_email=ada@example.com'), '')
    assertRefused(await api.get(`${toolsPath}?sort_by=size`), 422, 'query.sort_by')
    assertRefused(await api.get(`${toolsPath}?external_source=crm`), 422, 'query.external_id')
  })

  it('accepts external ids at creation and later, and filters tools by them', async () => {
    const { api } = await app.newWorkspace()
    const mapping = { source: 'crm', external_id: 'w/1' }
    const created = await createTool(api, 'mapped', { external_ids: [mapping] })
    const { id } = created.tool_registry
    assert.deepEqual(created.external_ids, [mapping])
    await createTool(api, 'plain')
    const path = `${toolPath(id)}/external-ids`
    const second = { source: 'erp', external_id: 'w2' }
    for (const [headers, status] of [[{}, 200] as const, [{ 'X-SDK-Version': '1.3.6' }, 201] as const]) {
      const attached = await api.post(path, second, headers)
      assert.deepEqual([attached.status, attached.body], [status, { success: true, external_id: second }])
    }
    assert.deepEqual((await api.get(path)).body.external_ids, [mapping, second])
    const reply = await api.get(`${toolsPath}?external_source=crm&external_id=${encodeURIComponent('w/1')}`)
    assert.deepEqual(
      reply.body.tool_registries.map((tool: { id: number; external_ids: object[] }) => [
        tool.id,
        tool.external_ids,
      ]),
      [[id, [mapping, second]]],
    )
    const template = await publish(api, 'template', userChat('hi'))
    const refused = await api.post(`/prompt-templates/${template.id}/external-ids`, mapping)
    assertRefused(refused, 409)
    const clash = await api.post(toolsPath, {
      name: 'clash',
      tool_definition: functionTool('clash'),
      external_ids: [mapping],
    })
    assert.deepEqual([clash.status, Object.keys(clash.body)], [409, ['success', 'message']])
    assertRefused(await api.get(toolPath('clash')), 404)
    const detached = await api.delete(`${path}/crm/${encodeURIComponent('w/1')}`)
    assert.deepEqual([detached.status, detached.body], [200, { success: true }])
  })

  it('has unique names, which are never the id of another tool', async () => {
    const { tool_registry: tool } = await createTool(app.api, 'unique')
    const again = await app.api.post(toolsPath, { name: 'unique', tool_definition: {} })
    assert.deepEqual([again.status, again.body.success], [409, false])
    const digits = await app.api.post(toolsPath, { name: String(tool.id), tool_definition: {} })
    assertRefused(digits, 422, 'body.name')
    const coming = String(tool.id + 2)
    const named = await createTool(app.api, coming)
    const { tool_registry: after } = await createTool(app.api, 'after')
    assert.notEqual(after.id, Number(coming))
    assert.equal((await read(coming)).id, named.tool_registry.id)
    const { api } = await app.newWorkspace()
    await createTool(api, 'unique')
  })

  it('has tools in folders', async () => {
    const { folder } = (await app.api.post('/api/public/v2/folders', { name: 'Tools' })).body
    await createTool(app.api, 'in a folder', { folder_id: folder.id })
    assert.equal((await read('in a folder')).folder_id, folder.id)
  })

  it('names the invalid field of a body', async () => {
    const post = (body: object) => app.api.post(toolsPath, body)
    assertRefused(await post({ name: 'x' }), 422, 'body.tool_definition')
    assertRefused(await post({ name: '', tool_definition: {} }), 422, 'body.name')
    const execution = { type: 'code', language: 'ruby', code: '' }
    assertRefused(await post({ name: 'x', tool_definition: {}, execution }), 422, 'body.execution.language')
    assertRefused(await post({ name: 'x', tool_definition: {}, folder_id: 987654 }), 404)
  })
})
