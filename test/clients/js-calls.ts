import assert from 'node:assert/strict'
import type { RunWorld } from '../journeys/support/running.ts'
import { gpt } from '../journeys/support/running.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { createWorkflow, joinNode, output, topic } from '../journeys/support/workflows.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import type { RecordingProxy } from './recording-proxy.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed, so it has no types here.
type Any = any

/** Calls each public method of the vendor's JavaScript SDK, and asserts its result. */
export async function callJavaScriptSdk(sdk: Any, proxy: RecordingProxy, world: RunWorld): Promise<void> {
  Object.assign(process.env, world.fake.environment())
  const { key } = world.app
  const client = new sdk.PromptLayer({ apiKey: key, baseURL: proxy.baseUrl })
  const step = async <T>(name: string, call: () => Promise<T>): Promise<Any> => {
    proxy.begin(name)
    return call()
  }

  await step('templates.publish', () =>
    client.templates.publish({
      prompt_name: 'greeting',
      prompt_template: chat(user('Hello {name}')),
      metadata: gpt(),
      commit_message: 'first',
      tags: ['a'],
      release_labels: ['prod'],
    }),
  )
  const template = await step('templates.get', () =>
    client.templates.get('greeting', { label: 'prod', input_variables: { name: 'Ada' } }),
  )
  assert.equal(template.llm_kwargs.messages[0].content[0].text, 'Hello Ada')
  const caching = new sdk.PromptLayer({ apiKey: key, baseURL: proxy.baseUrl, cacheTtlSeconds: 60 })
  const cached = await step('templates.get, cached', async () => {
    await caching.templates.get('greeting', { input_variables: { name: 'Eve' } })
    return caching.templates.get('greeting', { input_variables: { name: 'Bob' } })
  })
  assert.equal(cached.prompt_template.messages[0].content[0].text, 'Hello Bob')
  caching.templates.invalidate('greeting')
  caching.invalidate()
  const all = await step('templates.all', () => client.templates.all({ page: 1, per_page: 10 }))
  assert.equal(all.length, 1)

  const ran = await step('run', () =>
    client.run({
      promptName: 'greeting',
      promptReleaseLabel: 'prod',
      inputVariables: { name: 'Ada' },
      tags: ['gold'],
      metadata: { customer: 'acme' },
    }),
  )
  assert.ok(ran.request_id > 0)
  await step('run, as a stream', async () => {
    for await (const chunk of await client.run({
      promptName: 'greeting',
      inputVariables: { name: 'Ada' },
      stream: true,
    }))
      assert.ok(chunk)
  })
  const { id: group } = { id: await step('group.create', () => client.group.create()) }
  assert.ok(group > 0)
  const { request_id } = ran
  assert.equal(await step('track.group', () => client.track.group({ request_id, group_id: group })), true)
  assert.equal(
    await step('track.metadata', () => client.track.metadata({ request_id, metadata: { stage: 'beta' } })),
    true,
  )
  assert.equal(
    await step('track.score', () => client.track.score({ request_id, score: 90, score_name: 'tone' })),
    true,
  )
  assert.equal(
    await step('track.prompt', () =>
      client.track.prompt({
        request_id,
        prompt_name: 'greeting',
        prompt_input_variables: { name: 'Ada' },
        version: 1,
      }),
    ),
    true,
  )
  const logged = await step('logRequest', () =>
    client.logRequest({
      provider: 'openai',
      model: 'gpt-4o-mini',
      input: chat(user('Hi')),
      output: chat({ role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] }),
      request_start_time: 1_795_168_800,
      request_end_time: 1_795_168_801,
      parameters: { temperature: 0.5 },
      tags: ['logged'],
      metadata: { customer: 'acme' },
    }),
  )
  assert.ok(logged.id > 0 || logged.request_id > 0)

  await step('OpenAI', () =>
    new client.OpenAI().chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: 'Hi' }],
      pl_tags: ['proxied'],
    }),
  )
  await createWorkflow(recorded(proxy, world.app.key, 'POST /rest/workflows'), {
    name: 'flow',
    ...topic,
    nodes: [joinNode('end', ['topic'], output)],
  })
  const ended = await step('runWorkflow', () =>
    client.runWorkflow({
      workflowName: 'flow',
      inputVariables: { topic: 'rain' },
      metadata: { customer: 'acme' },
    }),
  )
  assert.equal(ended, 'rain')
  await skills(client, step)
  await tables(client, step)
  await evaluations(sdk, client, step, proxy, key)
}

/** A client for calls on entities that the SDK cannot create. The calls are part of the recording. */
function recorded(proxy: RecordingProxy, key: string, call: string): Api {
  proxy.begin(call)
  return apiOf(proxy.baseUrl, key)
}

type Step = <T>(name: string, call: () => Promise<T>) => Promise<Any>

async function skills(client: Any, step: Step): Promise<void> {
  const published = await step('skills.publish', () =>
    client.skills.publish({
      name: 'helpers',
      provider: 'claude_code',
      files: [{ path: 'SKILL.md', content: '# Help' }],
      commitMessage: 'first',
    }),
  )
  assert.equal(published.skill_collection.name, 'helpers')
  const updated = await step('skills.update', () =>
    client.skills.update('helpers', {
      name: 'assistants',
      fileUpdates: [{ path: 'more.md', content: 'More.' }],
      moves: [{ from: 'SKILL.md', to: 'guide/SKILL.md' }],
      releaseLabel: 'prod',
    }),
  )
  assert.equal(updated.skill_collection.name, 'assistants')
  const pulled = await step('skills.pull', () => client.skills.pull('assistants', { label: 'prod' }))
  assert.equal(Object.keys(pulled.files).length, 2)
  const zip = await step('skills.pull, as a zip file', () =>
    client.skills.pull('assistants', { format: 'zip' }),
  )
  assert.ok(zip instanceof ArrayBuffer)
  await step('skills.publish, from a zip file', () =>
    client.skills.publish({
      name: 'copied',
      provider: 'openai',
      zipFile: new Uint8Array(zip),
      fileName: 'a.zip',
    }),
  )
}

/** Waits until no cell is queued. */
async function untilComputed(sheet: Any, step: Step): Promise<void> {
  await until(
    () => step('sheet.statusCounts', () => sheet.statusCounts()),
    ({ status_counts: counts }) => !counts.QUEUED && !counts.RUNNING && !counts.DISPATCHED,
  )
}

async function tables(client: Any, step: Step): Promise<void> {
  const created = await step('tables.create', () => client.tables.create({ title: 'questions' }))
  const table = created.table.id
  await step('tables.list', () => client.tables.list({ limit: 10 }))
  await step('tables.get', () => client.tables.get(table))
  await step('tables.update', () => client.tables.update(table, { title: 'renamed' }))
  const sheets = client.tables.sheets(table)
  const { sheet: another } = await step('sheets.create', () => sheets.create({ title: 'more' }))
  await step('sheets.list', () => sheets.list())
  const sheet = sheets.forSheet(created.default_sheet.id)
  await step('sheet.get', () => sheet.get())
  await step('sheet.update', () => sheet.update({ title: 'first' }))
  const { column: text } = await step('columns.create', () =>
    sheet.columns.create({ title: 'text', type: 'TEXT' }),
  )
  const { column: length } = await step('columns.create, computed', () =>
    sheet.columns.create({ title: 'length', type: 'COUNT', config: { source: 'text', type: 'chars' } }),
  )
  await step('columns.update', () => sheet.columns.update(length.id, { title: 'characters' }))
  await step('columns.list', () => sheet.columns.list())
  await step('rows.add', () =>
    sheet.rows.add({ count: 2, values: [{ [text.id]: 'one' }, { [text.id]: 'three' }] }),
  )
  const rows = await step('rows.list', () => sheet.rows.list({ limit: 10 }))
  await step('rows.listAll', () => sheet.rows.listAll())
  const row = rows.data.at(-1)
  const cellOf = (column: Any) => row.cells[column.id].id
  await step('cells.update', () => sheet.cells.update(cellOf(text), { value: 'four', display_value: 'four' }))
  await step('cells.get', () => sheet.cells.get(cellOf(text)))
  await step('cells.recalculate', () => sheet.cells.recalculate(cellOf(length)))
  await step('cells.batchRecalculate', () => sheet.cells.batchRecalculate({ column_ids: [length.id] }))
  await untilComputed(sheet, step)
  const { version } = await step('versions.create', () => sheet.versions.create({ name: 'v1' }))
  await step('versions.list', () => sheet.versions.list())
  await step('versions.get', () => sheet.versions.get(version.id))
  await step('score.configure', () =>
    sheet.score.configure({ column_names: ['characters'], score_type: 'numeric' }),
  )
  await step('score.recalculate', () => sheet.score.recalculate())
  await until(
    () => step('score.get', () => sheet.score.get()),
    (score) => score.columns?.length > 0,
  )
  await step('versions.scoreHistory', () => sheet.versions.scoreHistory())
  await step('rows.delete', () => sheet.rows.delete({ row_indices: [0] }))
  const { column: spare } = await step('columns.create', () =>
    sheet.columns.create({ title: 'spare', type: 'TEXT' }),
  )
  await step('columns.delete', () => sheet.columns.delete(spare.id))
  await step('sheet.delete', () => sheets.forSheet(another.id).delete())
  await step('tables.delete', () => client.tables.delete(table))
}

/** The SDK sends the source of these functions to Galley. */
function exact_match(output: Any, expected: Any) {
  return output === expected
}
function shortEnough(output: Any) {
  const maxLength = 10
  return output.length <= maxLength ? 1 : 0
}

async function evaluations(
  sdk: Any,
  client: Any,
  step: Step,
  proxy: RecordingProxy,
  key: string,
): Promise<void> {
  const capitalOf = client.traceTool('atlas', (country: string) => (country === 'Norway' ? 'Oslo' : 'Lyon'))
  const result = await step('evaluate', () =>
    sdk.evaluate('capitals', {
      apiKey: key,
      baseURL: proxy.baseUrl,
      dataset: [
        { input: 'Norway', expected: 'Oslo' },
        { input: 'France', expected: 'Paris' },
      ],
      runner: capitalOf,
      columns: [
        sdk.codeExecutionColumn('upper', {
          code: 'return data["Output"].toUpperCase()',
          language: 'JAVASCRIPT',
        }),
        sdk.column('letters', 'COUNT', { source: 'Output', type: 'chars' }),
      ],
      scorers: [
        sdk.compareScorer({ title: 'same', expectedColumn: 'Expected' }),
        sdk.containsScorer({ title: 'has an o', expected: 'o' }),
        sdk.countScorer({ title: 'length', type: 'chars', maxCount: 10 }),
        sdk.regexScorer({ title: 'word', regexPattern: '^[A-Z]' }),
        sdk.assertValidScorer({ title: 'number', type: 'number' }),
        sdk.trajectoryScorer({ title: 'tools', expected: [['atlas']] }),
        sdk.llmAssertionScorer({ title: 'city', prompt: 'Is it a city?' }),
        sdk.scorerFromFunction(exact_match),
        sdk.scorerFromFunction(shortEnough, { title: 'short' }),
      ],
    }),
  )
  assert.equal(result.totalRows, 2)
  const [oslo, lyon] = result.results.map(({ scores }: Any) => scores)
  assert.deepEqual(
    [
      oslo['exact match'],
      lyon['exact match'],
      oslo.short,
      oslo.same.comparison_result,
      lyon['has an o'],
      oslo.city.value,
      oslo.tools,
    ],
    [true, false, 1, true, true, true, true],
  )
  await step('wrapWithSpan, traceTool', async () => {
    const search = client.traceTool('search', async (query: string) => [query])
    await client.wrapWithSpan('agent', async () => search('rain'))()
    await sdk.forceFlushTracing()
  })
}
