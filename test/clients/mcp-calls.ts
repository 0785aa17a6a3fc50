import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { until } from '../kit/until.ts'
import type { RecordingProxy } from './recording-proxy.ts'

/** Sends the requests of the package to the proxy, because the server's address is fixed in the package. */
const redirect = (baseUrl: string) =>
  `data:text/javascript,${encodeURIComponent(`
    const original = globalThis.fetch
    globalThis.fetch = (url, options) =>
      original(String(url).replace('https://api.promptlayer.com', ${JSON.stringify(baseUrl)}), options)`)}`

// biome-ignore lint/suspicious/noExplicitAny: a result of any tool, read by path.
type Result = any

/** Starts the vendor's MCP server over stdio. */
function startServer(path: string, proxy: RecordingProxy, key: string) {
  const child = spawn(process.execPath, ['--import', redirect(proxy.baseUrl), path], {
    env: { PATH: process.env['PATH'], PROMPTLAYER_API_KEY: key },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const pending = new Map<number, (message: Result) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    pending.get(message.id)?.(message)
  })
  let last = 0
  const request = async (method: string, params: object): Promise<Result> => {
    const id = ++last
    const answer = new Promise<Result>((done) => pending.set(id, done))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { result, error } = await answer
    assert.equal(error, undefined, JSON.stringify(error))
    return result
  }
  return { request, stop: () => child.kill() }
}

/** Calls each tool of the vendor's MCP server, most of them once, and asserts that none fails. */
export async function callMcpServer(path: string, proxy: RecordingProxy, key: string): Promise<void> {
  const server = startServer(path, proxy, key)
  await server.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'recorder', version: '1' },
  })
  const { tools } = await server.request('tools/list', {})
  const called = new Set<string>()
  const call = async (name: string, args: object): Promise<Result> => {
    proxy.begin(name)
    called.add(name)
    return server.request('tools/call', { name, arguments: args })
  }
  const tool = async (name: string, args: object = {}): Promise<Result> => {
    const result = await call(name, args)
    assert.ok(!result.isError, `${name}: ${result.content?.[0]?.text}`)
    return result.structuredContent
  }
  const chat = (text: string) => ({
    type: 'chat',
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  })
  const answer = (text: string) => ({
    type: 'chat',
    messages: [{ role: 'assistant', content: [{ type: 'text', text }] }],
  })
  const metadata = { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: {} } }

  const folder = await tool('create-folder', { name: 'team' })
  await tool('edit-folder', { folder_id: folder.folder.id, name: 'support' })
  await tool('resolve-folder-id', { path: 'support' })
  await tool('publish-prompt-template', {
    prompt_template: { prompt_name: 'tone' },
    prompt_version: {
      prompt_template: { type: 'completion', content: [{ type: 'text', text: 'Be kind.' }] },
    },
  })
  const published = await tool('publish-prompt-template', {
    prompt_template: { prompt_name: 'greeting', tags: ['a'], folder_id: folder.folder.id },
    prompt_version: { prompt_template: chat('@@@tone@@@ Hello {name}'), metadata, commit_message: 'first' },
    release_labels: ['prod'],
  })
  await tool('publish-prompt-template', {
    prompt_template: { prompt_name: 'greeting' },
    prompt_version: { prompt_template: chat('Good day {name}'), metadata },
  })
  await tool('get-prompt-template', {
    prompt_name: 'greeting',
    label: 'prod',
    input_variables: { name: 'Ada' },
  })
  await tool('get-prompt-template-raw', { identifier: 'greeting', version: 1, resolve_snippets: false })
  await tool('list-prompt-templates', { name: 'greet', tags: ['a'] })
  await tool('list-prompt-template-labels', { identifier: 'greeting' })
  const label = await tool('create-prompt-label', {
    prompt_id: published.id,
    prompt_version_number: 1,
    name: 'staging',
  })
  await tool('move-prompt-label', { prompt_label_id: label.id, prompt_version_number: 2 })
  // The documented answer is 204, whose missing body this tool cannot read.
  const deleted = await call('delete-prompt-label', { prompt_label_id: label.id })
  assert.match(deleted.content[0].text, /Unexpected end of JSON input/)
  await tool('get-snippet-usage', { identifier: 'tone' })

  const logged = await tool('log-request', {
    provider: 'openai',
    model: 'gpt-4o-mini',
    input: chat('Hello Ada'),
    output: answer('Hello.'),
    request_start_time: '2026-11-20T10:00:00Z',
    request_end_time: '2026-11-20T10:00:01Z',
    tags: ['gold'],
    metadata: { customer: 'acme' },
    prompt_name: 'greeting',
    prompt_version_number: 1,
    prompt_input_variables: { name: 'Ada' },
    input_tokens: 5,
    output_tokens: 2,
  })
  await tool('log-request', {
    provider: 'openai',
    model: 'gpt-4o-mini',
    input: chat('Something else'),
    output: answer('No.'),
    request_start_time: '2026-11-20T11:00:00Z',
    request_end_time: '2026-11-20T11:00:01Z',
  })
  await tool('get-request', { request_id: logged.id ?? logged.request_id })
  const searchResult = await until(
    () => tool('search-request-logs', { filters: [{ field: 'tags', operator: 'contains', value: 'gold' }] }),
    ({ total }) => total > 0,
  )
  assert.equal(searchResult.total, 1)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await tool('create-spans-bulk', {
    spans: [
      {
        name: 'step',
        context: { trace_id: traceId, span_id: 'b7ad6b7169203331', trace_state: '' },
        kind: 'SpanKind.INTERNAL',
        start_time: 1_795_168_800_000_000_000,
        end_time: 1_795_168_801_000_000_000,
        status: { status_code: 'StatusCode.OK' },
        attributes: { a: 1 },
        resource: { attributes: { 'service.name': 'recorder' }, schema_url: '' },
      },
    ],
  })
  await tool('get-trace', { trace_id: traceId })

  const group = await tool('create-dataset-group', { name: 'questions' })
  const groupId = group.dataset_group.id
  await tool('create-dataset-version-from-file', {
    dataset_group_id: groupId,
    file_name: 'questions.csv',
    file_content_base64: Buffer.from('question,expected\n1 + 1,2\n2 + 2,4\n').toString('base64'),
  })
  const listed = await until(
    () => tool('list-datasets', { dataset_group_id: groupId }),
    ({ datasets }) => datasets.some((dataset: Result) => dataset.version_number === 1),
  )
  const version = listed.datasets.find((dataset: Result) => dataset.version_number === 1)
  await tool('get-dataset-rows', { dataset_id: version.id })
  const history = await tool('create-dataset-group', { name: 'history' })
  await tool('create-dataset-version-from-filter-params', {
    dataset_group_id: history.dataset_group.id,
    tags_and: ['gold'],
    metadata: { customer: 'acme' },
    start_time: '2026-11-20T00:00:00Z',
    prompt_templates_include: [{ name: 'greeting', version_numbers: [1] }],
    status: ['SUCCESS'],
    limit: 10,
  })
  const filled = await until(
    () => tool('list-datasets', { dataset_group_id: history.dataset_group.id }),
    ({ datasets }) => datasets.some((dataset: Result) => dataset.version_number === 1),
  )
  const rows = await tool('get-dataset-rows', {
    dataset_id: filled.datasets.find((dataset: Result) => dataset.version_number === 1).id,
  })
  assert.equal(rows.total, 1)

  const report = await tool('create-report', {
    dataset_group_id: groupId,
    name: 'pipeline',
    columns: [
      {
        column_type: 'COMPARE',
        name: 'same',
        configuration: { sources: ['question', 'expected'], comparison_type: { type: 'STRING' } },
      },
    ],
  })
  await tool('list-evaluations', { include_runs: true })
  await tool('update-report-score-card', { report_id: report.report_id, column_names: ['same'] })
  const run = await tool('run-report', { report_id: report.report_id, name: 'first run' })
  await until(
    () => tool('get-report', { report_id: run.report_id }),
    ({ status }) => status === 'COMPLETED',
  )
  await tool('get-report-score', { report_id: run.report_id })
  await tool('get-evaluation-rows', { evaluation_id: run.report_id })
  await tool('delete-reports-by-name', { report_name: 'pipeline' })

  const node = (separator: string) => ({
    name: 'end',
    node_type: 'COMBINE_COLUMNS',
    configuration: { sources: ['topic'], separator },
    is_output_node: true,
  })
  const workflow = await tool('create-workflow', {
    name: 'flow',
    nodes: [node('+')],
    required_input_variables: { topic: 'string' },
    release_labels: ['prod'],
  })
  assert.ok(workflow.workflow_id)
  await tool('patch-workflow', { workflow_id_or_name: 'flow', nodes: { end: node('-') } })
  await tool('list-workflows', { per_page: 10 })
  await tool('get-workflow', { workflow_id_or_name: 'flow', label: 'prod' })
  await tool('get-workflow-labels', { workflow_id_or_name: 'flow' })
  const started = await tool('run-workflow', { workflow_name: 'flow', input_variables: { topic: 'rain' } })
  await until(
    () =>
      tool('get-workflow-version-execution-results', {
        workflow_version_execution_id: started.workflow_version_execution_id,
        return_all_outputs: true,
      }),
    (result) => result.end?.status === 'SUCCESS',
  )

  await tool('move-folder-entities', {
    entities: [{ id: groupId, type: 'DATASET' }],
    folder_id: folder.folder.id,
  })
  await tool('get-folder-entities', { folder_id: folder.folder.id, flatten: true })
  await tool('delete-folder-entities', {
    entities: [{ id: folder.folder.id, type: 'FOLDER' }],
    cascade: true,
  })

  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name).filter((name: string) => !called.has(name)),
    [],
  )
  server.stop()
}
