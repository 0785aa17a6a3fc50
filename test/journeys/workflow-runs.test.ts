import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowNeed } from '../../src/engine/columns/index.ts'
import { satisfyNeed } from '../../src/server/template-runs/index.ts'
import { answerWorkflow } from '../../src/server/workflows/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { type Loopback, loopback } from '../edge/loopback.ts'
import { readBack } from './support/requests.ts'
import { gpt, type RunWorld, startRunWorld } from './support/running.ts'
import { chat, publish, user } from './support/templates.ts'
import {
  condition,
  createWorkflow,
  joinNode,
  output,
  promptNode,
  resultsOf,
  resultsPath,
  runPath,
  runToEnd,
  startRun,
  topic,
  workflowPath,
} from './support/workflows.ts'

describe('runs of workflows', () => {
  let world: RunWorld
  let callbackServer: Loopback
  let refusals = 0
  const calls: unknown[] = []
  before(async () => {
    callbackServer = await loopback(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      calls.push(JSON.parse(body))
      response.writeHead(refusals-- > 0 ? 500 : 204).end()
    })
    world = await startRunWorld({ allow: ['127.0.0.1'] })
    await publish(world.api, 'ask', chat(user('About {thing}')), { metadata: gpt() })
  })
  after(async () => {
    await world.close()
    await callbackServer.stop()
  })

  const chain = {
    name: 'chain',
    ...topic,
    nodes: [
      promptNode('first', 'ask', { thing: 'topic' }),
      promptNode('second', 'ask', { thing: 'first' }),
      joinNode('end', ['first', 'second'], output),
    ],
  }
  const first = 'You said: About rain'
  const second = `You said: About ${first}`

  it('return the value of the output node, and of every node on request', async () => {
    const { api } = world
    await createWorkflow(api, chain)
    const run = await startRun(api, 'chain', { input_variables: { topic: 'rain' } })
    const all = await resultsOf(api, run)
    assert.deepEqual(Object.keys(all), ['first', 'second', 'end'])
    assert.deepEqual(all.end, {
      status: 'SUCCESS',
      value: `${first}+${second}`,
      error_message: null,
      raw_error_message: null,
      is_output_node: true,
    })
    assert.equal((await api.get(resultsPath(run))).body, `${first}+${second}`)
  })

  it('log each call under the span of its node', async () => {
    const { api } = world
    const run = await startRun(api, 'chain', {
      input_variables: { topic: 'rain' },
      metadata: { customer: 'Ada' },
    })
    await resultsOf(api, run)
    const { run: shown } = (await api.get(runPath(run))).body
    assert.equal(shown.state, 'done')
    assert.deepEqual(shown.metadata, { customer: 'Ada' })
    const { spans } = (await api.get(`/api/public/v2/traces/${shown.trace_id}`)).body
    const names = spans.map(({ name }: { name: string }) => name).sort()
    assert.deepEqual(names, ['chain', 'end', 'first', 'second'])
    const [request] = shown.nodes[1].request_ids
    const logged = await readBack(api, request)
    assert.deepEqual([logged.trace_id, logged.metadata], [shown.trace_id, { customer: 'Ada' }])
    const { runs } = (await api.get(`/api/public/v2/workflow-runs?workflow_id=${shown.workflow_id}&limit=1`))
      .body
    assert.deepEqual(
      runs.map(({ id }: { id: number }) => id),
      [run],
    )
  })

  it('warn of missing and unknown inputs, and continue', async () => {
    const reply = await world.api.post(`${workflowPath('chain')}/run`, { input_variables: { tpoic: 1 } })
    assert.equal(reply.status, 201)
    assert.match(reply.body.warning, /without a value: topic\..*does not have: tpoic/)
    const results = await resultsOf(world.api, reply.body.workflow_version_execution_id)
    assert.equal(results.first.value, 'You said: About ')
  })

  it('list failures and skipped branches for each node', async () => {
    const { api } = world
    await createWorkflow(api, {
      name: 'branches',
      ...topic,
      nodes: [
        joinNode('gate', ['topic']),
        promptNode('yes', 'ask', { thing: 'gate' }),
        promptNode('no', 'nowhere', { thing: 'gate' }),
        joinNode('yes end', ['yes'], output),
        joinNode('no end', ['no'], output),
      ],
      edges: [condition('gate', 'yes', '=', 'go'), condition('gate', 'no', '!=', 'go')],
    })
    const statuses = async (value: string) => {
      const results = await runToEnd(api, 'branches', { input_variables: { topic: value } })
      return Object.values(results as Record<string, { status: string }>).map(({ status }) => status)
    }
    assert.deepEqual(await statuses('go'), ['SUCCESS', 'SUCCESS', 'SKIPPED', 'SUCCESS', 'SKIPPED'])
    assert.deepEqual(await statuses('stop'), ['SUCCESS', 'SKIPPED', 'FAILED', 'SKIPPED', 'SKIPPED'])
    const run = await startRun(api, 'branches', { input_variables: { topic: 'stop' } })
    const all = await resultsOf(api, run, '')
    assert.match(all.no.error_message, /no such prompt template/)
    assert.match(all.no.raw_error_message, /^not_found: /)
    const { run: shown } = (await api.get(runPath(run))).body
    assert.equal(shown.failed_count, 1)
    const { runs } = (await api.get(`/api/public/v2/workflow-runs?workflow_id=${shown.workflow_id}`)).body
    assert.deepEqual(
      runs.map((run: Record<string, unknown>) => [
        run['failed_count'],
        run['workflow_version_number'],
        run['input_preview'],
      ]),
      [
        [1, 1, 'stop'],
        [1, 1, 'stop'],
        [0, 1, 'go'],
      ],
    )
    assert.match(all['no end'].error_message, /"no" failed/)
  })

  it('run the version of a label or number, and refuse absent versions', async () => {
    const { api } = world
    await createWorkflow(api, {
      name: 'versions',
      ...topic,
      nodes: [joinNode('old', ['topic'], output)],
      release_labels: ['stable'],
    })
    await createWorkflow(api, {
      workflow_name: 'versions',
      ...topic,
      nodes: [joinNode('new', ['topic'], output)],
    })
    const nodesOf = async (body: object) => Object.keys(await runToEnd(api, 'versions', body))
    assert.deepEqual(await nodesOf({}), ['new'])
    assert.deepEqual(await nodesOf({ workflow_label_name: 'stable' }), ['old'])
    assert.deepEqual(await nodesOf({ workflow_version_number: 1, workflow_label_name: null }), ['old'])
    const refused = async (body: object) => (await api.post(`${workflowPath('versions')}/run`, body)).status
    assert.equal(await refused({ workflow_label_name: 'x' }), 404)
    assert.equal(await refused({ workflow_label_name: 'stable', workflow_version_number: 1 }), 422)
    assert.equal(await refused({ callback_url: 'file:///etc/passwd' }), 422)
    const other = await world.app.newWorkspace()
    const run = await startRun(api, 'versions')
    for (const path of [resultsPath(run), runPath(run)]) assert.equal((await other.api.get(path)).status, 404)
    assert.equal((await other.api.post(`${runPath(run)}/cancel`, {})).status, 404)
  })

  it('include loops and workflows of their nodes, in one trace', async () => {
    const { api } = world
    const { workflow_id: inner } = await createWorkflow(api, {
      name: 'inner',
      required_input_variables: { item: 'string' },
      nodes: [promptNode('said', 'ask', { thing: 'item' }, output)],
    })
    await createWorkflow(api, {
      name: 'outer',
      required_input_variables: { list: 'json' },
      nodes: [
        {
          name: 'each',
          node_type: 'FOR_LOOP',
          configuration: {
            loop_type: 'workflow',
            workflow_config: { workflow_id: inner, input_mappings: { item: '_iterator_item' } },
            iterator_source: 'list',
          },
          is_output_node: true,
        },
        {
          name: 'once',
          node_type: 'WORKFLOW',
          configuration: { workflow_id: 'inner', input_mappings: { item: 'list' } },
          is_output_node: true,
        },
      ],
    })
    const run = await startRun(api, 'outer', { input_variables: { list: ['a', 'b'] } })
    const { each, once } = await resultsOf(api, run)
    assert.deepEqual(each.value, {
      iterations: 2,
      outputs: ['You said: About a', 'You said: About b'],
      final_output: 'You said: About b',
    })
    assert.match(once.value, /^You said: About /)
    const { run: shown } = (await api.get(runPath(run))).body
    assert.deepEqual(
      shown.nodes.map(({ request_ids: ids }: { request_ids: number[] }) => ids.length),
      [2, 1],
    )
    const { spans } = (await api.get(`/api/public/v2/traces/${shown.trace_id}`)).body
    const named = (name: string) => spans.filter((span: { name: string }) => span.name === name)
    assert.deepEqual([named('inner').length, named('said').length], [3, 3])
    assert.equal((await readBack(api, shown.nodes[0].request_ids[1])).trace_id, shown.trace_id)
  })

  it('have a depth limit', async () => {
    const { api } = world
    await createWorkflow(api, { name: 'depth 0', ...topic, nodes: [joinNode('a', ['topic'], output)] })
    for (let depth = 1; depth <= 10; depth++)
      await createWorkflow(api, {
        name: `depth ${depth}`,
        nodes: [
          {
            name: 'call',
            node_type: 'WORKFLOW',
            configuration: { workflow_id: `depth ${depth - 1}`, input_mappings: {} },
            is_output_node: true,
          },
        ],
      })
    assert.equal((await runToEnd(api, 'depth 8')).call.status, 'SUCCESS')
    const { call } = await runToEnd(api, 'depth 10')
    assert.equal(call.status, 'FAILED')
    assert.match(call.error_message, /at most 8 deep/)
  })

  it('compute cells of WORKFLOW columns', async () => {
    const { api, app } = world
    const workspace = (await api.get('/api/public/v2/workspace')).body.workspace.id as WorkspaceId
    const ask = async (rest: object) => {
      const need = {
        kind: 'workflow',
        workflow: 'chain',
        variables: { topic: 'rain' },
        allOutputs: false,
        ...rest,
      }
      return satisfyNeed(app.context, workspace, need as WorkflowNeed, {
        signal: new AbortController().signal,
        run: 'a sheet',
        budget: null,
        source: 'evaluation',
        workflow: answerWorkflow(app.context, workspace),
      })
    }
    const { answer, spending } = await ask({})
    assert.deepEqual(answer, { ok: true, value: `${first}+${second}` })
    assert.deepEqual([spending.requestIds.length, spending.usage!.inputTokens > 0], [2, true])
    const all = await ask({ allOutputs: true })
    assert.ok(all.answer.ok && Object.keys(all.answer.value as object).length === 3)
    for (const [rest, code] of [
      [{ workflow: 'nobody' }, 'not_found'],
      [{ label: 'nobody' }, 'not_found'],
      [{ workflow: 0, versionId: 999_999 }, 'not_found'],
      [{ workflow: 'branches', variables: { topic: 'stop' } }, 'no_output'],
    ] as const) {
      const { answer: failed } = await ask(rest)
      assert.ok(!failed.ok && failed.failure.code === code, JSON.stringify(failed))
    }
  })

  it('send the results to a callback until it accepts them', async () => {
    const { api } = world
    refusals = 1
    const reply = await api.post(`${workflowPath('chain')}/run`, {
      input_variables: { topic: 'rain' },
      callback_url: `http://127.0.0.1:${callbackServer.port}/done`,
    })
    assert.equal(reply.status, 202)
    const expected = {
      workflow_version_execution_id: reply.body.workflow_version_execution_id,
      final_output: `${first}+${second}`,
    }
    while (calls.length < 2) await sleep(20)
    assert.deepEqual(calls, [expected, expected])
  })

  it('stop when they are cancelled, without a later write', async () => {
    const { api, openAi } = world
    const before = openAi.calls.length
    openAi.failNext('first_byte_stall')
    const run = await startRun(api, 'chain', { input_variables: { topic: 'slow' } })
    while (openAi.calls.length === before) await sleep(5)
    const reply = await api.post(`${runPath(run)}/cancel`, {})
    assert.deepEqual(reply.body, { success: true, state: 'cancelled' })
    const results = await resultsOf(api, run)
    assert.deepEqual(
      Object.values(results as Record<string, { status: string }>).map(({ status }) => status),
      ['FAILED', 'SKIPPED', 'SKIPPED'],
    )
    assert.equal((await api.post(`${runPath(run)}/cancel`, {})).body.state, 'cancelled')
  })
})
