import type { Json } from '../columns/index.ts'
import type { NodeResult } from './advance.ts'

export type NodeStatus = 'QUEUED' | 'RUNNING' | NodeResult['status']

/** A node of a run, as far as it has come. */
export interface NodeState {
  readonly name: string
  readonly isOutput: boolean
  readonly status: NodeStatus
  readonly value: Json
  readonly error: string | null
  readonly rawError: string | null
}

/** What a result says to a reader. */
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

/** Every node by its name. */
export function allOutputs(nodes: readonly NodeState[]): Json {
  return Object.fromEntries(
    nodes.map(({ name, status, value, error, rawError, isOutput }) => [
      name,
      { status, value, error_message: error, raw_error_message: rawError, is_output_node: isOutput },
    ]),
  )
}

/** The value of the first output node, in the order of the definition, that succeeded; undefined without one. */
export function mainOutput(nodes: readonly NodeState[]): Json | undefined {
  return nodes.find(({ isOutput, status }) => isOutput && status === 'SUCCESS')?.value
}

/** What a run that is over gives: without a main output all nodes, which say why there is none. */
export function finalOutput(nodes: readonly NodeState[], all: boolean): Json {
  const main = all ? undefined : mainOutput(nodes)
  return main === undefined ? allOutputs(nodes) : main
}
