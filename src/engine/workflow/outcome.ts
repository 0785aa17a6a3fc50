import type { Json } from '../columns/index.ts'
import type { NodeResult } from './advance.ts'

export type NodeStatus = 'QUEUED' | 'RUNNING' | NodeResult['status']

/** A node of a run with its progress. */
export interface NodeState {
  readonly name: string
  readonly isOutput: boolean
  readonly status: NodeStatus
  readonly value: Json
  readonly error: string | null
  readonly rawError: string | null
}

/** The state of a node for readers. */
export function stateOf(
  { name, isOutput }: { readonly name: string; readonly isOutput: boolean },
  result: NodeResult | 'QUEUED' | 'RUNNING',
): NodeState {
  if (typeof result === 'string')
    return { name, isOutput, status: result, value: null, error: null, rawError: null }
  const { status } = result
  switch (status) {
    case 'SUCCESS':
      return { name, isOutput, status, value: result.value, error: null, rawError: null }
    case 'SKIPPED':
      return { name, isOutput, status, value: null, error: result.reason, rawError: null }
    case 'FAILED': {
      const { code, message } = result.failure
      const value = result.partial ?? null
      return { name, isOutput, status, value, error: message, rawError: `${code}: ${message}` }
    }
  }
}

/** The values of all nodes by name. */
export function allOutputs(nodes: readonly NodeState[]): Json {
  return Object.fromEntries(
    nodes.map(({ name, status, value, error, rawError, isOutput }) => [
      name,
      { status, value, error_message: error, raw_error_message: rawError, is_output_node: isOutput },
    ]),
  )
}

/** Value of the first successful output node, in the order of the definition; undefined without one. */
export function mainOutput(nodes: readonly NodeState[]): Json | undefined {
  return nodes.find(({ isOutput, status }) => isOutput && status === 'SUCCESS')?.value
}

/** Outputs of a finished run. Without a main output, all nodes, which state their errors. */
export function finalOutput(nodes: readonly NodeState[], all: boolean): Json {
  const main = all ? undefined : mainOutput(nodes)
  return main === undefined ? allOutputs(nodes) : main
}
