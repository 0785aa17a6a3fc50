import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, bodyOf } from '../../kit/api.ts'

export interface NodeBody {
  readonly name: string
  readonly node_type: string
  readonly configuration: object
  readonly dependencies?: string[]
  readonly is_output_node: boolean
}

/** A node that joins its sources with a plus. */
export const joinNode = (name: string, sources: string[], rest: Partial<NodeBody> = {}): NodeBody => ({
  name,
  node_type: 'COMBINE_COLUMNS',
  configuration: { sources, separator: '+' },
  is_output_node: false,
  ...rest,
})

export const output = { is_output_node: true } as const

export const condition = (source: string, target: string, operator: string, value: unknown) => ({
  source_node_name: source,
  target_node_name: target,
  is_and: true,
  conditionals: [{ position: 0, operator, left_config: { source }, right_config: { static_value: value } }],
})

export const topic = { required_input_variables: { topic: 'string' } }

/** Creates a workflow or a version. Returns the body of the answer. */
export async function createWorkflow(api: Api, body: object) {
  return bodyOf(await api.post('/rest/workflows', body), 201)
}

export const workflowPath = (identifier: string | number) => `/workflows/${encodeURIComponent(identifier)}`

/** A node that runs the template; `variables` maps sources to its variables. */
export const promptNode = (
  name: string,
  template: string,
  variables: Record<string, string>,
  rest: Partial<NodeBody> = {},
): NodeBody => ({
  name,
  node_type: 'PROMPT_TEMPLATE',
  configuration: { template: { name: template }, prompt_template_variable_mappings: variables },
  is_output_node: false,
  ...rest,
})

/** The workflow `flow` of six nodes: three run the template `ask`. */
export const sixNodes = {
  name: 'flow',
  ...topic,
  nodes: [
    promptNode('a', 'ask', { thing: 'topic' }),
    joinNode('b', ['a', 'topic']),
    promptNode('c', 'ask', { thing: 'b' }),
    promptNode('d', 'ask', { thing: 'topic' }),
    joinNode('e', ['c', 'd']),
    joinNode('f', ['e', 'a'], output),
  ],
}

export const resultsPath = (run: number, query = '') =>
  `/workflow-version-execution-results?workflow_version_execution_id=${run}${query}`

/** Starts a run. Returns its id. */
export async function startRun(api: Api, identifier: string | number, body: object = {}): Promise<number> {
  return bodyOf(await api.post(`${workflowPath(identifier)}/run`, body), 201).workflow_version_execution_id
}

/** Waits for the end of a run. Returns its results. */
export async function resultsOf(api: Api, run: number, query = '&return_all_outputs=true') {
  for (;;) {
    const { status, body } = await api.get(resultsPath(run, query))
    if (status === 200) return body
    assert.equal(status, 202, JSON.stringify(body))
    await sleep(10)
  }
}

export const runToEnd = async (api: Api, identifier: string | number, body: object = {}) =>
  resultsOf(api, await startRun(api, identifier, body))

export const runPath = (run: number) => `/api/public/v2/workflow-runs/${run}`
