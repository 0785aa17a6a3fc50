import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sdkStatuses } from '../../src/contract/index.ts'
import type { Api, Reply } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { publishedGroup } from './support/datasets.ts'
import { logged } from './support/requests.ts'
import { publication, publish, says } from './support/templates.ts'
import { createTool, toolPath } from './support/tools.ts'

const sdk = { 'X-SDK-Version': '1.3.6' }

/** The founding document and the vendor's SDKs expect different statuses; each client gets its own. */
describe('success statuses', () => {
  let app: TestApp
  let id = 0
  let tool = 0
  let report = 0
  before(async () => {
    app = await startApp()
    ;({ id } = await publish(app.api, 'greeting', says('Hi')))
    tool = (await createTool(app.api, 'weather')).tool_registry.id
    const dataset_group_id = await publishedGroup(app.api, 'words', [{ word: 'one' }])
    report = (await app.api.post('/reports', { dataset_group_id, name: 'lengths' })).body.report_id
  })
  after(() => app.close())

  const calls: Record<string, (api: Api, headers?: Record<string, string>) => Promise<Reply>> = {
    logRequest: (api, headers) => api.post('/log-request', logged(), headers),
    publish_prompt_template_rest_prompt_templates_post: (api, headers) =>
      api.post('/rest/prompt-templates', publication('greeting', says('Hi')), headers),
    attach_prompt_template_id_external_id: (api, headers) =>
      api.post(`/prompt-templates/${id}/external-ids`, { source: 's', external_id: 'e' }, headers),
    attach_tool_id_external_id: (api, headers) =>
      api.post(`${toolPath(tool)}/external-ids`, { source: 's', external_id: 't' }, headers),
    runReport: (api, headers) => api.post(`/reports/${report}/run`, { name: 'once' }, headers),
  }

  it('are tested here for every operation of the table', () => {
    assert.deepEqual(Object.keys(calls).sort(), Object.keys(sdkStatuses).sort())
  })

  for (const [operation, { founding, sdk: forSdk }] of Object.entries(sdkStatuses))
    it(`of ${operation} are ${founding}, and ${forSdk} to an SDK`, async () => {
      assert.deepEqual([founding, forSdk], [200, 201])
      assert.equal((await calls[operation]!(app.api)).status, founding)
      assert.equal((await calls[operation]!(app.api, sdk)).status, forSdk)
    })

  it('of the other operations are the same to everyone', async () => {
    const statuses = async (headers: Record<string, string>) => [
      (await app.api.get('/prompt-templates/greeting', headers)).status,
      (await app.api.post('/prompt-templates/greeting', {}, headers)).status,
      (await app.api.patch('/rest/prompt-templates/greeting', {}, headers)).status,
      (await app.api.post('/create-group', {}, headers)).status,
      (await app.api.post('/log-request', {}, headers)).status,
      (await app.api.post('/log-request', logged({ prompt_name: 'nobody' }), headers)).status,
    ]
    const expected = [200, 200, 201, 200, 422, 404]
    assert.deepEqual(await statuses({}), expected)
    assert.deepEqual(await statuses(sdk), expected)
  })
})
