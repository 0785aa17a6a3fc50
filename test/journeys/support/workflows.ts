import assert from 'node:assert/strict'
import type { Api } from '../../kit/api.ts'

export interface NodeBody {
  readonly name: string
  readonly node_type: string
  readonly configuration: object
  readonly dependencies?: string[]
  readonly is_output_node: boolean
}

/** Joins its sources by a plus. */
export const joined = (name: string, sources: string[], rest: Partial<NodeBody> = {}): NodeBody => ({
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

/** Creates a workflow or a version, and gives the body of the answer. */
export async function createWorkflow(api: Api, body: object) {
  const reply = await api.post('/rest/workflows', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}

export const workflowPath = (identifier: string | number) => `/workflows/${encodeURIComponent(identifier)}`
