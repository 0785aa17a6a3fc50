import { createEvaluation, run, score } from '../../../scripts/seed/evaluation.ts'
import { Galley } from '../../../scripts/seed/galley.ts'
import { logHistory, publishPrompts, storeTraces } from '../../../scripts/seed/send.ts'
import { endpoints } from '../../../src/contract/index.ts'
import { makeRequests, makeTickets, Random, type Ticket } from '../../../src/server/sample/content/index.ts'
import { echo } from '../../fake-models/index.ts'
import { supportDesk } from '../../fake-models/support-desk.ts'
import { newGroup, v2, versions } from '../../journeys/support/datasets.ts'
import { aPrompt, makePrompt, remove } from '../../journeys/support/folders.ts'
import { type RunWorld, startRunWorld } from '../../journeys/support/running.ts'
import { createWorkflow, joinNode, output, promptNode, runToEnd } from '../../journeys/support/workflows.ts'
import { type Api, bodyOf } from '../../kit/api.ts'

/** The seeded support desk, with data on every screen. */
export interface Story extends RunWorld {
  readonly prompt: number
  readonly table: string
  readonly trace: string
  readonly otherTrace: string
  readonly request: number
  readonly otherRequest: number
  readonly workflow: number
  readonly playground: number
  /** The id of a pipeline; it and its run are both reports. */
  readonly pipeline: number
  readonly report: number
  readonly dataset: number
}

export interface StorySize {
  readonly tickets: number
  readonly requests: number
}

/** Makes a receipt with every part. A real deletion of a person of the story would delete their requests. */
async function endedDeletion({ context: { store } }: RunWorld['app']) {
  const { id: workspace_id } = await store.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
  const remaining = {
    count: 2,
    items: [
      { kind: 'prompt_version', id: '12' },
      { kind: 'column', id: '0197fd1c-3c2b-7cc1-b7c1-000000000026' },
    ],
    under_way: [{ kind: 'upload', id: 'an-upload' }],
    unread_files: [
      { kind: 'picture', count: 3 },
      { kind: 'pdf', count: 1 },
    ],
  }
  const [started_at, ended_at] = [Date.now() - 90_000, Date.now() - 60_000]
  await store.transact((tx) =>
    tx
      .insertInto('person_deletions')
      .values({
        workspace_id,
        id: '0197fd1c-3c2b-7cc1-b7c1-000000004711',
        state: 'done',
        identifiers: null,
        identifier_count: 2,
        reference: 'Ticket 4711',
        error: null,
        counts: JSON.stringify({ requests: 12, traces: 3, spans: 40, sheet_rows: 2, audit_events: 1 }),
        ...{
          remaining: JSON.stringify(remaining),
          position: JSON.stringify({ stage: 'storage', after: null }),
        },
        actor_kind: 'person',
        actor_id: '1',
        actor_name: 'Ada',
        started_at,
        ended_at,
      })
      .execute(),
  )
}

export async function startStory({ tickets: ticketCount, requests }: StorySize): Promise<Story> {
  const world = await startRunWorld()
  world.fake.answerWith((question) => supportDesk(question) ?? echo(question))
  const { app, api } = world
  const galley = new Galley(app.baseUrl, app.key)
  const random = new Random(20)
  const tickets = makeTickets(random, ticketCount)
  await publishPrompts(galley)
  await logHistory(galley, random, tickets, requests, Date.now())
  await failToday(galley, tickets)
  const otherTrace = await storeTraces(galley, Date.now() - 60_000)
  const trace = await storeTraces(galley, Date.now())
  const { table, path } = await createEvaluation(galley, tickets)
  await run(galley, path, {})
  await score(galley, path)
  await galley.post(`${path}/versions`, { name: 'baseline' })
  await galley.post(`${path}/views`, { name: 'All tickets', query: {} })
  await furnish(api)
  await endedDeletion(app)
  const workflow = await answeringWorkflow(api)
  const { path: playgrounds, example } = endpoints.createPlayground
  const { playground } = bodyOf(await api.post(playgrounds, example.body), 201)
  const { items } = await galley.get('/prompt-templates?page=1&per_page=10&name=triage')
  await askForReleases(api, items[0].id)
  const search = await galley.post(`${v2}/requests/search`, { per_page: 2, q: 'tent' })
  return {
    ...world,
    ...{
      playground: playground.id as number,
      prompt: items[0].id,
      table,
      trace,
      otherTrace,
      workflow,
      request: search.items[0].id,
      otherRequest: search.items[1].id,
    },
    ...(await triageReport(api, tickets)),
  }
}

/**
 * Makes a failed request of today, because Home has figures only on a day with requests, and the seed may
 * have none in the first hours of a day.
 */
async function failToday(galley: Galley, tickets: readonly Ticket[]): Promise<void> {
  const [request] = makeRequests(new Random(1), tickets, 1, Date.now())
  const now = new Date().toISOString()
  const failed = { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT', error_message: 'No answer.' }
  await galley.post('/log-request', {
    ...request!.body,
    ...failed,
    request_start_time: now,
    request_end_time: now,
  })
}

/** Makes data of settings and lists that the seed lacks. */
async function furnish(api: Api): Promise<void> {
  const folder = bodyOf(await api.post(`${v2}/folders`, { name: 'Support' }), 201).folder.id
  bodyOf(await api.post(`${v2}/folders`, { name: 'Drafts', parent_id: folder }), 201)
  const view = endpoints.createRequestView.example.body
  bodyOf(await api.post(`${v2}/request-views`, view), 201)
  const { name, list } = endpoints.createTraceView.example.body!
  const columns = ['time', 'name', 'user', 'requests', 'cost', 'tags']
  bodyOf(await api.post(`${v2}/trace-views`, { name, list, query: {}, columns }), 201)
  const tile = endpoints.createDashboard.example.body!.tiles![0]!
  const tiles = [
    tile,
    {
      ...tile,
      id: 'models',
      title: 'Requests by model',
      measure: 'requests',
      shape: 'groups',
      group_by: 'engine',
      x: 6,
    },
  ]
  bodyOf(await api.post(endpoints.createDashboard.path, { name: 'Costs', since_hours: 720, tiles }), 201)
  for (const name of [
    ...(['createConnection', 'createMcpServer', 'createPriceOverride'] as const),
    ...(['createTool', 'createInputVariableSet', 'createSkillCollection'] as const),
  ])
    bodyOf(await api.post(endpoints[name].path, endpoints[name].example.body), 201)
  bodyOf(
    await api.post(`${v2}/connections`, { name: 'EU account', provider: 'openai', api_key: 'sk-1' }),
    201,
  )
  bodyOf(
    await api.post(endpoints.createWorkspaceVariable.path, endpoints.createWorkspaceVariable.example.body),
    201,
  )
  bodyOf(await remove(api, [aPrompt(await makePrompt(api, 'Draft of a reply'))]))
  const { table } = bodyOf(await api.post(endpoints.createTable.path, { title: 'Trial of March' }), 201)
  bodyOf(await api.delete(`${endpoints.createTable.path}/${table.id}`))
  bodyOf(await api.put(endpoints.changeRetention.path, endpoints.changeRetention.example.body))
  bodyOf(await api.put(endpoints.changeLogExport.path, endpoints.changeLogExport.example.body))
}

async function askForReleases(api: Api, prompt_id: number): Promise<void> {
  bodyOf(await api.post(endpoints.protectLabel.path, { name: 'launch', takes_two: true }), 201)
  const note = 'Sorts refunds of shipped orders right.'
  for (const label of ['launch', 'beta'])
    bodyOf(await api.post(endpoints.askForRelease.path, { prompt_id, label, version_number: 1, note }), 201)
}

async function answeringWorkflow(api: Api): Promise<number> {
  const created = await createWorkflow(api, {
    name: 'Answer a ticket',
    required_input_variables: { ticket: 'string', plan: 'string' },
    nodes: [
      promptNode('triage', 'ticket-triage', { ticket: 'ticket', plan: 'plan' }),
      promptNode('reply', 'ticket-reply', { ticket: 'ticket', category: 'triage' }),
      joinNode('note', ['triage', 'reply'], output),
    ],
  })
  const input_variables = { ticket: 'My tent leaks. Can I return it?', plan: 'free' }
  await runToEnd(api, created.workflow_id, { input_variables })
  return created.workflow_id
}

interface Line {
  readonly text: string
  readonly plan: string
  readonly category: string
}

async function triageReport(
  api: Api,
  tickets: readonly Line[],
): Promise<Pick<Story, 'pipeline' | 'report' | 'dataset'>> {
  const dataset = await newGroup(api, 'Tickets of spring')
  const lines = tickets.slice(0, 12).map(({ text, plan, category }) => [text, plan, category])
  const csv = [['ticket', 'plan', 'expected'], ...lines]
    .map((line) => line.map((cell) => JSON.stringify(cell)).join())
    .join('\n')
  const file = {
    dataset_group_id: dataset,
    file_name: 'tickets.csv',
    file_content_base64: Buffer.from(csv).toString('base64'),
  }
  bodyOf(await api.post(`${versions}/from-file`, file), 201)
  const columns = [
    {
      column_type: 'PROMPT_TEMPLATE',
      name: 'triage',
      configuration: {
        template: { name: 'ticket-triage' },
        prompt_template_variable_mappings: { ticket: 'ticket', plan: 'plan' },
      },
    },
    { column_type: 'CONTAINS', name: 'right', configuration: { source: 'triage', value_source: 'expected' } },
  ]
  const ready = async (path: string, isReady: (body: never) => boolean) => {
    while (!isReady(bodyOf(await api.get(path)) as never))
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await ready(`${v2}/datasets?dataset_group_id=${dataset}`, ({ datasets }: { datasets: object[] }) =>
    datasets.some((dataset) => (dataset as { version_number: number }).version_number === 1),
  )
  const body = { dataset_group_id: dataset, name: 'Triage, every night', columns }
  const { report_id: pipeline } = bodyOf(await api.post('/reports', body), 201)
  const started = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'first night' }))
  await ready(`/reports/${started.report_id}`, ({ status }: { status: string }) => status === 'COMPLETED')
  return { pipeline, report: started.report_id, dataset }
}
