import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, type Entity, endpoints } from '../../src/contract/index.ts'
import { type Api, apiOf, type Reply } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { entitySlots } from './entity-slots.ts'
import { type SeededPerson, seedPerson } from './people.ts'

export type Id = number | string

/** A workspace with one entity of each kind, and the texts that the examples use. */
export interface World {
  readonly workspace: number
  readonly key: string
  readonly api: Api
  /** Id of the entity of each kind; null if no operation makes such an entity. */
  readonly ids: Readonly<Record<Entity, Id | null>>
  /** Names of entities by kind, distinct between worlds. */
  readonly names: Readonly<Partial<Record<Entity, string>>>
  /** The cookie of a person's session. */
  readonly session: string
  /** Values that examples cannot contain: codes, tokens, passwords. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The external id of a second template, which is therefore taken. */
  readonly externalIdInUse: { readonly source: string; readonly external_id: string }
}

interface Maker {
  readonly api: Api
  readonly workspace: number
  readonly person: SeededPerson
  /** A client without a key, for calls with the person's session. */
  readonly anonymous: Api
  idOf(entity: Entity): Promise<Id>
}

/** How to get the id of each kind of entity. The compiler requires an entry for a new kind. */
const seed: { readonly [E in Entity]: ((maker: Maker) => Promise<Id>) | null } = {
  workspace: async ({ workspace }) => workspace,
  prompt: async ({ api }) => successBody(await api.post('/rest/prompt-templates', publication)).id,
  'prompt-version': async ({ api, idOf }) => {
    const { release_labels: labels } = successBody(
      await api.get(`/prompt-templates/${await idOf('prompt')}/labels`),
    )
    return labels[0].prompt_version_id
  },
  'prompt-label': async ({ api, idOf }) => {
    const { release_labels: labels } = successBody(
      await api.get(`/prompt-templates/${await idOf('prompt')}/labels`),
    )
    return labels[0].release_label_id
  },
  'dynamic-label': async ({ api, idOf }) => {
    const prompt_id = Number(await idOf('prompt'))
    const rules = [{ segment: null, splits: [{ version_number: 1, percentage: 100 }] }]
    const body = { prompt_id, name: 'seeded', rules }
    return successBody(await api.post('/api/public/v2/dynamic-labels', body)).dynamic_label.id
  },
  'protected-label': async ({ api }) =>
    successBody(await api.post('/api/public/v2/protected-labels', { name: 'seeded' })).protected_label.id,
  'release-request': async ({ api, idOf }) => {
    const body = { prompt_id: Number(await idOf('prompt')), label: 'asked', version_number: 1 }
    return successBody(await api.post('/api/public/v2/release-requests', body)).release_request.id
  },
  'input-variable-set': async ({ api }) =>
    successBody(await api.post('/api/public/v2/input-variable-sets', { name: 'seeded', variables: {} }))
      .input_variable_set.id,
  connection: async ({ api }) =>
    successBody(await api.post('/api/public/v2/connections', { name: 'seeded', provider: 'openai' }))
      .connection.id,
  'mcp-server': async ({ api }) =>
    successBody(
      await api.post('/api/public/v2/mcp-servers', { name: 'seeded', url: 'http://127.0.0.1:1/mcp' }),
    ).mcp_server.id,
  request: async ({ api }) =>
    successBody(await api.post('/log-request', endpoints.logRequest.example.body)).id,
  media: async ({ api }) => {
    const picture = Buffer.concat([Buffer.from('GIF89a'), randomBytes(12_288)]).toString('base64')
    const prompt_input_variables = { picture: `data:image/gif;base64,${picture}` }
    const { example } = endpoints.logRequest
    const { id } = successBody(await api.post('/log-request', { ...example.body, prompt_input_variables }))
    return successBody(await api.get(`/api/public/v2/requests/${id}`)).media[0].sha256
  },
  group: async ({ api }) => successBody(await api.post('/create-group', {})).id,
  'request-view': async ({ api }) =>
    successBody(await api.post('/api/public/v2/request-views', { name: 'seeded', query: {} })).request_view
      .id,
  'sheet-view': async ({ api, idOf }) =>
    successBody(await api.post(`${await sheetPath(idOf)}/views`, { name: 'seeded', query: {} })).sheet_view
      .id,
  'trace-view': async ({ api }) =>
    successBody(await api.post('/api/public/v2/trace-views', { name: 'seeded', list: 'traces', query: {} }))
      .trace_view.id,
  dashboard: async ({ api }) =>
    successBody(await api.post('/api/public/v2/dashboards', { name: 'seeded' })).dashboard.id,
  comment: async ({ api, idOf }) => {
    const body = { subject_type: 'prompt', subject_id: String(await idOf('prompt')), text: 'seeded' }
    return successBody(await api.post('/api/public/v2/comments', body)).comment.id
  },
  notification: async ({ api, anonymous, idOf, person }) => {
    const subject = { subject_type: 'prompt', subject_id: String(await idOf('prompt')) }
    const body = { ...subject, text: 'seeded', mentions: [person.id] }
    successBody(await api.post('/api/public/v2/comments', body))
    const headers = { Cookie: person.session, 'Sec-Fetch-Site': 'same-origin' }
    return successBody(await anonymous.get('/api/public/v2/notifications', headers)).notifications[0].id
  },
  'person-deletion': async ({ api }) => {
    const { path, example } = endpoints.startPersonDeletion
    return successBody(await api.post(path, example.body)).person_deletion.id
  },
  playground: async ({ api }) => {
    const { path, example } = endpoints.createPlayground
    return successBody(await api.post(path, example.body)).playground.id
  },
  folder: async ({ api }) =>
    successBody(await api.post('/api/public/v2/folders', { name: 'Shared' })).folder.id,
  'skill-collection': async ({ api }) => {
    const { path, example } = endpoints.createSkillCollection
    const external_ids = [endpoints.attachSkillExternalId.example.body]
    return successBody(await api.post(path, { ...example.body, name: 'seeded', external_ids }))
      .skill_collection.id
  },
  tool: async ({ api }) =>
    successBody(
      await api.post('/api/public/v2/tool-registry', {
        ...endpoints.createTool.example.body,
        name: 'seeded',
        external_ids: [endpoints.attachToolExternalId.example.body],
      }),
    ).tool_registry.id,
  'tool-label': async ({ api, idOf }) => {
    const path = `/api/public/v2/tool-registry/${await idOf('tool')}/labels`
    return successBody(await api.post(path, { name: 'seeded', version_number: 1 })).label.id
  },
  table: async ({ api }) => successBody(await api.post(tables, { title: 'seeded' })).table.id,
  sheet: async ({ api, idOf }) =>
    successBody(await api.get(`${tables}/${await idOf('table')}/sheets`)).data[0].id,
  column: async ({ api, idOf }) => successBody(await api.get(`${await sheetPath(idOf)}/columns`)).data[0].id,
  cell: async ({ api, idOf }) => {
    const { data } = successBody(await api.get(`${await sheetPath(idOf)}/rows`))
    return data[0].cells[String(await idOf('column'))].id
  },
  'computed-cell': async ({ api, idOf }) => {
    // The sheet gets a text first, because in a blank sheet the cells of a new column are computed only after
    // seconds.
    const written = `${await sheetPath(idOf)}/cells/${await idOf('cell')}`
    successBody(await api.patch(written, { value: 'not blank' }))
    const config = { source: String(await idOf('column')), type: 'chars' }
    const column = { title: `length ${randomUUID()}`, type: 'COUNT', config }
    return successBody(await api.post(`${await sheetPath(idOf)}/columns`, column)).cells[0].id
  },
  'sheet-operation': async ({ api, idOf }) => {
    const cell = String(await idOf('computed-cell'))
    for (;;) {
      // Repeated while the cell is under way.
      const run = successBody(await api.post(`${await sheetPath(idOf)}/operations`, { statuses: [] }))
      if (run.operation_id) return run.operation_id
      successBody(await api.get(`${await sheetPath(idOf)}/cells/${cell}`))
    }
  },
  'sheet-version': async ({ api, idOf }) => {
    const version = successBody(
      await api.post(`${await sheetPath(idOf)}/versions`, { name: 'seeded' }),
    ).version
    const cell = `${await sheetPath(idOf)}/cells/${await idOf('cell')}`
    successBody(await api.patch(cell, { value: 'changed after the version' }))
    return version.id
  },
  'sheet-import': async ({ api, idOf }) => {
    const body = { ...endpoints.importFile.example.body, operation_id: randomUUID() }
    const { operation_id, status_url } = successBody(
      await api.post(`${await sheetPath(idOf)}/imports/file`, body),
    )
    await until(async () => successBody(await api.get(status_url)).operation.status === 'completed')
    return operation_id
  },
  'scorecard-step': async ({ api, idOf }) => {
    const body = endpoints.configureScorecard.example.body!
    return successBody(await api.patch(`${await sheetPath(idOf)}/scorecard`, body)).scorecard.steps[0].id
  },
  'scorecard-calculation': async ({ api, idOf }) => {
    const path = `${await sheetPath(idOf)}/scorecard`
    await idOf('scorecard-step')
    const { calculation_id } = successBody(await api.post(`${path}/recalculate`, {}))
    for (;;) {
      const { calculation } = successBody(await api.get(`${path}/calculations/${calculation_id}`))
      if (calculation.status === 'completed') return calculation_id
      await sleep(20)
    }
  },
  'environment-variable': async ({ api }) =>
    successBody(await api.post('/api/public/v2/env-vars', { key: 'SEEDED' })).workspace_env_var.id,
  'api-key': async ({ api }) =>
    successBody(await api.post('/api/public/v2/api-keys', { name: 'seeded' })).api_key.id,
  invitation: async ({ api }) =>
    successBody(await api.post('/api/public/v2/invitations', { email: 'seeded@example.com', role: 'viewer' }))
      .invitation.id,
  person: async ({ person }) => person.id,
  account: async ({ person }) => person.guest,
  'installation-workspace': async ({ workspace }) => workspace,
  'tool-variable': async ({ api, idOf }) => {
    const path = `/api/public/v2/tool-registry/${await idOf('tool')}/env-vars`
    return successBody(await api.post(path, { key: 'SEEDED' })).tool_env_var.id
  },
  workflow: async ({ api }) =>
    successBody(
      await api.post('/rest/workflows', {
        ...endpoints.createWorkflow.example.body,
        name: 'seeded',
        external_ids: [endpoints.attachWorkflowExternalId.example.body],
      }),
    ).workflow_id,
  'workflow-label': async ({ api, idOf }) => {
    const path = `/api/public/v2/workflows/${await idOf('workflow')}/labels`
    return successBody(await api.post(path, { name: 'seeded', version_number: 1 })).label.release_label_id
  },
  'price-override': async ({ api }) =>
    successBody(await api.post('/api/public/v2/price-overrides', { model: 'seeded', rates: { input: 1 } }))
      .price_override.id,
  'price-list': async ({ api }) => {
    const list = { 'seeded-model': { litellm_provider: 'openai', input_cost_per_token: 1e-6 } }
    const body = { file_content_base64: Buffer.from(JSON.stringify(list)).toString('base64') }
    const { digest } = successBody(await api.post('/api/public/v2/price-lists', body))
    return successBody(await api.post('/api/public/v2/price-lists', { ...body, digest })).after.id
  },
  // The group has a published version and a draft.
  'dataset-group': async ({ api, idOf }) => {
    const external_ids = [endpoints.attachDatasetGroupExternalId.example.body]
    const body = { name: `seeded ${randomUUID()}`, external_ids }
    const dataset_group_id = successBody(await api.post('/api/public/v2/dataset-groups', body)).dataset_group
      .id
    const request_log_id = Number(await idOf('request'))
    const versions = '/api/public/v2/dataset-versions'
    successBody(await api.post(`${versions}/add-request-log`, { dataset_group_id, request_log_id }))
    successBody(await api.post(`${versions}/save-draft`, { dataset_group_id }))
    successBody(await api.post(`${versions}/create-draft`, { dataset_group_id }))
    return dataset_group_id
  },
  'saved-dataset-group': async ({ api }) => {
    const body = { name: `saved ${randomUUID()}` }
    const dataset_group_id = successBody(await api.post('/api/public/v2/dataset-groups', body)).dataset_group
      .id
    successBody(await api.post('/api/public/v2/dataset-versions/save-draft', { dataset_group_id }))
    return dataset_group_id
  },
  dataset: async ({ api, idOf }) => {
    const query = `dataset_group_id=${await idOf('dataset-group')}&sort_by=id&sort_order=asc`
    return successBody(await api.get(`/api/public/v2/datasets?${query}`)).datasets[0].id
  },
  report: async ({ api, idOf }) => {
    const external_ids = [endpoints.attachReportExternalId.example.body]
    const dataset_group_id = Number(await idOf('dataset-group'))
    const { columns } = endpoints.createReport.example.body!
    return successBody(await api.post('/reports', { dataset_group_id, columns, external_ids })).report_id
  },
  'report-run': async ({ api, idOf }) => {
    const name = endpoints.deleteReportsByName.example.params!.report_name
    const id = successBody(await api.post(`/reports/${await idOf('report')}/run`, { name })).report_id
    // Some operations need a run that has ended.
    while (successBody(await api.get(`/reports/${id}`)).status !== 'COMPLETED') await sleep(20)
    return id
  },
  'report-column': async ({ api, idOf }) =>
    successBody(await api.get(`/reports/${await idOf('report')}`)).report_columns.at(-1).id,
  'workflow-run': async ({ api, idOf }) =>
    successBody(await api.post(`/workflows/${await idOf('workflow')}/run`, {})).workflow_version_execution_id,
  // Another workspace may have a trace with the same id.
  trace: async ({ api }) => {
    const trace_id = randomBytes(16).toString('hex')
    const [span] = endpoints.createSpans.example.body!.spans
    const spans = [{ ...span, context: { ...span!.context, trace_id } }]
    successBody(await api.post('/spans-bulk', { spans }))
    return trace_id
  },
  span: async ({ api, idOf }) => {
    const span_id = randomBytes(8).toString('hex')
    const [span] = endpoints.createSpans.example.body!.spans
    const context = { ...span!.context, trace_id: String(await idOf('trace')), span_id }
    successBody(await api.post('/spans-bulk', { spans: [{ ...span, context }] }))
    return span_id
  },
  // The session has a score, so that the example can delete it.
  'trace-session': async (maker) => {
    const subject_id = await traceNaming(maker, 'session.id')
    successBody(
      await maker.api.post(endpoints.giveScore.path, { ...endpoints.giveScore.example.body, subject_id }),
    )
    return subject_id
  },
  'trace-user': (maker) => traceNaming(maker, 'user.id'),
}

/** Makes a session or end user: a trace that states its id in an attribute. */
async function traceNaming({ api }: Maker, attribute: string) {
  const id = randomBytes(8).toString('hex')
  const [span] = endpoints.createSpans.example.body!.spans
  const context = { ...span!.context, trace_id: randomBytes(16).toString('hex') }
  successBody(
    await api.post('/spans-bulk', { spans: [{ ...span, context, attributes: { [attribute]: id } }] }),
  )
  return id
}

const tables = '/api/public/v2/tables'
const sheetPath = async (idOf: Maker['idOf']) =>
  `${tables}/${await idOf('table')}/sheets/${await idOf('sheet')}`

/** Entities that the examples name by text. */
const always: readonly Entity[] = ['workspace', 'prompt', 'folder']

/** Entities that an endpoint needs although none of its fields has their id. */
const unsaid: Readonly<Record<string, readonly Entity[]>> = {
  deleteReportsByName: ['report', 'report-run'],
  deleteTableSheetScorecard: ['scorecard-step'],
  recalculateTableSheetScore: ['scorecard-calculation'],
}

const publication = endpoints.publishTemplate.example.body!

/** Entities for the fields of an endpoint; without an endpoint, one entity of each kind. */
export async function createWorld(app: TestApp, endpoint?: Endpoint): Promise<World> {
  const neededParts =
    endpoint &&
    new Set<Entity>([
      ...always,
      ...(unsaid[endpoint.id] ?? []),
      ...entitySlots(endpoint).map(({ entity }) => entity),
    ])
  const { id: workspace, key, api } = await app.newWorkspace()
  const needsAdmin = !endpoint || (endpoint.sessionOnly && endpoint.role === 'admin')
  const person = await seedPerson(app, api, workspace, needsAdmin ? 'admin' : 'contributor')
  const anonymous = apiOf(app.baseUrl, null)
  const idPromises = new Map<Entity, Promise<Id>>()
  const idOf = async (entity: Entity): Promise<Id> => {
    const make = seed[entity]
    assert.ok(make, `nothing makes a ${entity} yet`)
    const id = idPromises.get(entity) ?? make({ api, anonymous, workspace, person, idOf })
    idPromises.set(entity, id)
    return id
  }
  const ids = {} as Record<Entity, Id | null>
  for (const entity of Object.keys(seed) as Entity[])
    ids[entity] = seed[entity] && (!neededParts || neededParts.has(entity)) ? await idOf(entity) : null
  await attachExamples(api, ids)
  const { session, secrets } = person
  return { workspace, key, api, ids, session, secrets, ...(await createSecondTemplate(api)) }
}

/** Attaches the external ids that the examples of the detach operations name. */
async function attachExamples(api: Api, { prompt, folder }: World['ids']) {
  const { attachPromptExternalId, attachFolderExternalId } = endpoints
  successBody(await api.post(`/prompt-templates/${prompt}/external-ids`, attachPromptExternalId.example.body))
  successBody(
    await api.post(`/api/public/v2/folders/${folder}/external-ids`, attachFolderExternalId.example.body),
  )
}

async function createSecondTemplate(api: Api): Promise<Pick<World, 'names' | 'externalIdInUse'>> {
  const name = `second ${randomUUID()}`
  const taken = { source: 'crm', external_id: 'taken' }
  const body = { ...publication, prompt_template: { prompt_name: name }, external_ids: [taken] }
  successBody(await api.post('/rest/prompt-templates', body))
  return { names: { prompt: name }, externalIdInUse: taken }
}

function successBody({ status, body }: Reply) {
  assert.ok(status < 300, `seeding failed: ${status} ${JSON.stringify(body)}`)
  return body
}
