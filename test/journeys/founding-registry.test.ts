import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { finishedReport, newGroup, publishedGroup, v2 } from './support/datasets.ts'
import { type Fields, hasFields, isFailure, isInvalid, isMessage } from './support/document.ts'
import { makeFolder } from './support/folders.ts'
import { chat, publish, user } from './support/templates.ts'
import { createTool, toolPath } from './support/tools.ts'

const variable: Fields = {
  id: 'integer',
  key: 'string',
  value_suffix: 'string',
  is_empty: 'boolean',
  created_at: 'date-time',
  updated_at: 'date-time',
  workspace_id: 'integer',
}
const report: Fields = {
  id: 'integer',
  name: 'string',
  deleted: 'boolean',
  created_at: 'date-time',
  updated_at: 'date-time',
  workspace_id: 'integer',
  comment: 'string?',
  is_blueprint: 'boolean',
  score: 'object?',
  score_configuration: 'object?',
  score_matrix: 'array?',
  score_calculation_error: 'string?',
  parent_report_id: 'integer?',
  dataset_id: 'integer',
  user_id: 'integer?',
  prompt_registry_id: 'integer?',
  prompt_version_number: 'integer?',
}
const reportColumn: Fields = {
  id: 'integer',
  report_id: 'integer',
  column_type: 'string',
  name: 'string',
  position: 'integer',
  is_part_of_score: 'boolean',
  configuration: 'object',
  score: 'number?',
}

/** The founding document on reports, environment variables, external ids, folders and keys. */
describe('the founding document on entities beside templates and tables', { timeout: 120_000 }, () => {
  const app = appOfSuite()
  let tool = 0
  let template = 0
  before(async () => {
    tool = (await createTool(app.api, 'weather')).tool_registry.id
    ;({ id: template } = await publish(app.api, 'greeting', chat(user('Hi'))))
  })

  it('runs a report and reads it', async () => {
    const dataset_group_id = await publishedGroup(app.api, 'words', [{ word: 'one' }, { word: 'three' }])
    const columns = [
      { column_type: 'COUNT', name: 'length', configuration: { source: 'word', type: 'chars' } },
    ]
    const created = bodyOf(
      await app.api.post('/reports', { dataset_group_id, name: 'lengths', columns }),
      201,
    )
    const path = `/reports/${created.report_id}`
    const run = (body: unknown) => app.api.post(`${path}/run`, body)
    const started = bodyOf(await run({ name: 'n'.repeat(255) }))
    hasFields(started, { success: 'boolean', report_id: 'integer' })
    assert.notEqual(started.report_id, created.report_id)
    const answer = await finishedReport(app.api, started.report_id)
    hasFields(answer, {
      success: 'boolean',
      message: 'string',
      report: 'object',
      status: 'string',
      stats: 'object',
      report_columns: 'array',
    })
    hasFields(answer.report, report)
    assert.deepEqual([answer.status, answer.report.parent_report_id], ['COMPLETED', created.report_id])
    assert.deepEqual(answer.stats.status_counts, { COMPLETED: 2, FAILED: 0, QUEUED: 0, RUNNING: 0 })
    for (const column of answer.report_columns) hasFields(column, reportColumn)
    const positions = answer.report_columns.map(({ position }: { position: number }) => position)
    assert.deepEqual(
      positions,
      positions.toSorted((a: number, b: number) => a - b),
    )
    const { score } = bodyOf(await app.api.get(`/reports/${started.report_id}/score`))
    assert.equal(score.overall_score, 4)

    isInvalid(await run({ name: '' }), 'body.name')
    isInvalid(await run({ name: 'n'.repeat(256) }), 'body.name')
    isInvalid(await run({ name: 'x', dataset_id: 'x' }), 'body.dataset_id')
    isInvalid(await run({ name: 'x', refresh_dataset: 'x' }), 'body.refresh_dataset')
    isMessage(await run({ name: 'x', dataset_id: 999_999 }), 404)
    isMessage(await app.api.post('/reports/999999/run', { name: 'x' }), 404)
    isMessage(await app.api.get('/reports/999999'), 404)
    isInvalid(await app.api.get('/reports/x'), 'path.report_id')
    const stranger = await app.newWorkspace()
    isMessage(await stranger.api.get(path), 404)
    isMessage(await stranger.api.post(`${path}/run`, { name: 'x' }), 404)
  })

  it('lists the variables of the workspace', async () => {
    const values = ['sk-0123456789abcdef', 'short', 'x']
    for (const [index, value] of values.entries())
      bodyOf(await app.api.post(`${v2}/env-vars`, { key: `KEY_${index}`, value }), 201)
    bodyOf(await app.api.post(`${v2}/env-vars`, { key: 'WAITS' }), 201)
    const { success, workspace_env_vars } = bodyOf(await app.api.get(`${v2}/env-vars`))
    assert.equal(success, true)
    assert.equal(workspace_env_vars.length, 4)
    for (const name of workspace_env_vars) {
      hasFields(name, variable)
      const value = values[Number(name.key.slice(4))] ?? ''
      assert.ok(value.endsWith(name.value_suffix) && (name.value_suffix !== value || name.is_empty))
      assert.equal(name.is_empty, name.key === 'WAITS')
    }
  })

  it('updates a variable of a tool, and never shows the value', async () => {
    const path = `${toolPath(tool)}/env-vars`
    const { id } = bodyOf(
      await app.api.post(path, { key: 'TOKEN', value: 'first-value-1111' }),
      201,
    ).tool_env_var
    for (const identifier of [tool, 'weather'])
      for (const value of ['v'.repeat(8192), 'v', 'second-value-2222']) {
        const changed = await app.api.patch(`${toolPath(identifier)}/env-vars/${id}`, { value })
        const { success, tool_env_var } = bodyOf(changed)
        assert.equal(success, true)
        hasFields(tool_env_var, { ...variable, tool_registry_id: 'integer' })
        assert.deepEqual([tool_env_var.id, tool_env_var.key, tool_env_var.is_empty], [id, 'TOKEN', false])
        assert.equal(tool_env_var.tool_registry_id, tool)
        assert.equal(tool_env_var.value_suffix, value.length > 1 ? value.slice(-4) : '')
        assert.ok(!JSON.stringify(changed.body).includes('second-value'))
      }
    const change = (body: unknown) => app.api.patch(`${path}/${id}`, body)
    for (const value of ['', 'v'.repeat(8193), 3, null]) isInvalid(await change({ value }), 'body.value')
    isInvalid(await change({}), 'body.value')
    const stranger = await app.newWorkspace()
    for (const reply of [
      await app.api.patch(`${path}/999999`, { value: 'x' }),
      await app.api.patch(`${toolPath(999_999)}/env-vars/${id}`, { value: 'x' }),
      await app.api.patch(`${toolPath('nobody')}/env-vars/${id}`, { value: 'x' }),
      await stranger.api.patch(`${path}/${id}`, { value: 'x' }),
    ]) {
      assert.equal(reply.status, 404)
      assert.deepEqual(Object.keys(reply.body), ['message'])
    }
  })

  it('attaches an external id to a template or tool, repeats it without effect, and refuses it for a second entity', async () => {
    const paths = [`/prompt-templates/${template}/external-ids`, `${toolPath(tool)}/external-ids`]
    for (const [index, path] of paths.entries()) {
      const mapping = { source: '😀'.repeat(128), external_id: `${index}`.repeat(512) }
      for (const _ of [1, 2])
        assert.deepEqual(bodyOf(await app.api.post(path, mapping)), {
          success: true,
          external_id: mapping,
        })
      const clash = await app.api.post(paths[1 - index]!, mapping)
      isMessage(clash, 409)
      assert.deepEqual(Object.keys(clash.body).sort(), ['message', 'success'])
      isInvalid(await app.api.post(path, {}), 'body.source', 'body.external_id')
      isInvalid(await app.api.post(path, { source: 's', external_id: 'x', x: 1 }), 'body.x')
      for (const source of ['', 's'.repeat(129), 1, null])
        isInvalid(await app.api.post(path, { source, external_id: 'x' }), 'body.source')
      for (const external_id of ['', 'x'.repeat(513), 1, null])
        isInvalid(await app.api.post(path, { source: 's', external_id }), 'body.external_id')
      const stranger = await app.newWorkspace()
      isMessage(await stranger.api.post(path, { source: 's', external_id: 'x' }), 404)
    }
    isMessage(
      await app.api.post('/prompt-templates/999999/external-ids', { source: 's', external_id: 'x' }),
      404,
    )
    isMessage(await app.api.post(`${toolPath(999_999)}/external-ids`, { source: 's', external_id: 'x' }), 404)
  })

  it('lists the external ids of a dataset group', async () => {
    const path = `${v2}/dataset-groups/${await newGroup(app.api, 'mapped')}/external-ids`
    assert.deepEqual(bodyOf(await app.api.get(path)), { success: true, external_ids: [] })
    const mapping = { source: 'crm', external_id: '7' }
    await app.api.post(path, mapping)
    assert.deepEqual(bodyOf(await app.api.get(path)), { success: true, external_ids: [mapping] })
    isMessage(await app.api.get(`${v2}/dataset-groups/999999/external-ids`), 404)
    isInvalid(await app.api.get(`${v2}/dataset-groups/x/external-ids`), 'path.dataset_group_id')
    const stranger = await app.newWorkspace()
    isMessage(await stranger.api.get(path), 404)
  })

  it('resolves folders by their path', async () => {
    const shop = await makeFolder(app.api, 'shop')
    const mails = await makeFolder(app.api, 'mails', shop)
    const find = (path: string) => app.api.get(`${v2}/folders/resolve-id?path=${path}`)
    assert.deepEqual(bodyOf(await find('shop')), { id: shop })
    assert.deepEqual(bodyOf(await find('shop.mails')), { id: mails })
    for (const path of ['mails', 'shop.none', 'shop.', '.shop', 'SHOP']) isFailure(await find(path), 404)
    isInvalid(await find(''), 'query.path')
    isInvalid(await app.api.get(`${v2}/folders/resolve-id`), 'query.path')
    const stranger = await app.newWorkspace()
    isFailure(await stranger.api.get(`${v2}/folders/resolve-id?path=shop`), 404)
  })
})
