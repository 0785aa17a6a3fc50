import type { Failure, Inputs, Json, Need, Step } from '../columns/index.ts'
import type { CompiledEdge, CompiledNode, Source, Workflow } from './compiled.ts'

/** Final result of a node. */
export type NodeResult =
  | { readonly status: 'SUCCESS'; readonly value: Json }
  | { readonly status: 'FAILED'; readonly failure: Failure; readonly partial?: Json }
  | { readonly status: 'SKIPPED'; readonly reason: string }

/** Progress of a run. */
export interface Progress {
  readonly inputs: Readonly<Record<string, Json>>
  readonly results: ReadonlyMap<number, NodeResult>
}

export interface Advance {
  /** Nodes that finished without outside work, also skipped ones. */
  readonly finished: ReadonlyMap<number, NodeResult>
  /** Nodes that can start, with their first need. */
  readonly ready: ReadonlyMap<number, { readonly need: Need; readonly state: Json }>
}

/**
 * Advances a run as far as possible: finishes and skips nodes, and returns the needs of others. `busy` nodes have work
 * under way and stay as they are.
 */
export function advance(workflow: Workflow, progress: Progress, busy: ReadonlySet<number>): Advance {
  const finished = new Map<number, NodeResult>()
  const ready = new Map<number, { need: Need; state: Json }>()
  const results = new Map(progress.results)
  for (const index of workflow.order) {
    if (results.has(index) || busy.has(index)) continue
    const node = workflow.nodes[index]!
    const now = { inputs: progress.inputs, results }
    const decision = decide(workflow, node, now)
    if (decision === 'waits') continue
    const step = decision === 'runs' ? node.evaluator.prepare(inputsOf(node, now)) : null
    if (step?.kind === 'need') {
      ready.set(index, { need: step.need, state: step.state })
      continue
    }
    const result = step ? resultOf(step) : (decision as NodeResult)
    results.set(index, result)
    finished.set(index, result)
  }
  return { finished, ready }
}

/** Inputs of a node's evaluator. */
export function inputsOf({ sources, titles, row }: CompiledNode, progress: Progress): Inputs {
  return {
    values: sources.map((source) => valueAt(source, progress)),
    titles,
    sourceWords: sources.map(({ kind }) => (kind === 'node' ? 'Node' : 'Input')),
    row: () => Object.fromEntries(row.map(([name, source]) => [name, valueAt(source, progress)])),
  }
}

/** The result of a node from its last step. */
export function resultOf(step: Exclude<Step, { kind: 'need' }>): NodeResult {
  if (step.kind === 'value') return { status: 'SUCCESS', value: step.value }
  const { failure, partial } = step
  return { status: 'FAILED', failure, ...(partial !== undefined && { partial }) }
}

function decide(workflow: Workflow, node: CompiledNode, progress: Progress): 'waits' | 'runs' | NodeResult {
  const nameOf = (index: number) => workflow.nodes[index]!.name
  if (!isDecidable(node, progress.results)) return 'waits'
  for (const edge of node.edges) {
    const decision = judge(edge, progress, nameOf)
    if (decision !== 'runs') return decision
  }
  for (const index of node.waitsFor) {
    const status = progress.results.get(index)!.status
    if (status === 'SUCCESS' || node.acceptsMissing === 'any') continue
    if (status === 'SKIPPED' && node.acceptsMissing === 'skipped') continue
    return skipped(`Node "${nameOf(index)}" ${verbs[status]}.`)
  }
  return 'runs'
}

function isDecidable({ waitsFor, edges }: CompiledNode, results: ReadonlyMap<number, NodeResult>): boolean {
  return (
    waitsFor.every((index) => results.has(index)) &&
    edges.every(
      ({ source, sources }) =>
        results.has(source) &&
        sources.every((reference) => reference.kind !== 'node' || results.has(reference.index)),
    )
  )
}

const verbs = { FAILED: 'failed', SKIPPED: 'was skipped' } as const

function judge(
  edge: CompiledEdge,
  progress: Progress,
  nameOf: (index: number) => string,
): 'runs' | NodeResult {
  const name = nameOf(edge.source)
  const { status } = progress.results.get(edge.source)!
  if (status !== 'SUCCESS') return skipped(`Node "${name}" ${verbs[status]}.`)
  const values = edge.sources.map((source) => valueAt(source, progress))
  const step = edge.evaluator.prepare({ values, titles: [], row: () => ({}) })
  if (step.kind === 'failed')
    return {
      status: 'FAILED',
      failure: {
        code: step.failure.code,
        message: `The condition after node "${name}" cannot be evaluated: ${step.failure.message}`,
      },
    }
  if (step.kind === 'value' && step.value === true) return 'runs'
  return skipped(`The condition after node "${name}" does not hold.`)
}

const skipped = (reason: string): NodeResult => ({ status: 'SKIPPED', reason })

/** Null for an input without a value and for a node without a value. */
function valueAt(source: Source, { inputs, results }: Progress): Json {
  if (source.kind === 'nothing') return null
  if (source.kind === 'input') return Object.hasOwn(inputs, source.name) ? inputs[source.name]! : null
  const result = results.get(source.index)
  return result?.status === 'SUCCESS' ? result.value : null
}
