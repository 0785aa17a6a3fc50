import type { Json, Need } from '../../../engine/columns/index.ts'
import {
  advance,
  inputsOf,
  type NodeResult,
  type Progress,
  resultOf,
  type Workflow,
} from '../../../engine/workflow/index.ts'
import { LeaseLost } from '../../jobs/index.ts'
import type { NeedResult } from '../../template-runs/index.ts'
import type { Journal } from './journal.ts'
import { type NodeRecord, type NodeRecords, resultsOf } from './record.ts'

export interface Execution {
  readonly workflow: Workflow
  readonly inputs: Readonly<Record<string, Json>>
  /** The records that earlier attempts stored. */
  readonly earlierRecords: NodeRecords
  readonly journal: Journal
  readonly signal: AbortSignal
  readonly now: () => number
  /** Satisfies a need of a node, such as a model call, code, or a call of an address. */
  readonly satisfy: (need: Need, position: number, signal: AbortSignal) => Promise<NeedResult>
  /** True if storage does not answer. Calls under way then end, because their answers are stored later. */
  readonly isOutage: (error: unknown) => boolean
}

/** Maximum nodes of a run that work at the same time. */
const maxConcurrent = 8
/** Maximum characters of a value as JSON. */
const maxValue = 5_000_000

/**
 * Executes the nodes that have not ended. Results are stored before other nodes use them, so after a crash the next
 * attempt continues there. Nodes that were running start again.
 */
export async function execute(execution: Execution): Promise<NodeRecords> {
  const { workflow, inputs, journal, now } = execution
  const records = new Map(execution.earlierRecords)
  const runningNodes = new Map<number, Promise<void>>()
  const stop = new AbortController()
  const signal = AbortSignal.any([execution.signal, stop.signal])
  let finished: NodeRecord[] = []
  let lostLease: LeaseLost | null = null
  /** The process stops before the call of this node has begun. Nodes with a call under way continue to their end. */
  const onFailure = (position: number, error: unknown) => {
    if (!(error instanceof LeaseLost) || signal.aborted) throw error
    lostLease = error
    runningNodes.delete(position)
  }
  try {
    for (;;) {
      signal.throwIfAborted()
      const results = new Map(resultsOf(records))
      for (const { position, entry } of finished) results.set(position, entry as NodeResult)
      const { finished: ended, ready } = advance(workflow, { inputs, results }, new Set(runningNodes.keys()))
      const starting = lostLease ? [] : [...ready].slice(0, maxConcurrent - runningNodes.size)
      const time = now()
      const newRecords = [
        ...finished,
        ...Array.from(ended, ([position, entry]) => finishedAt(position, bounded(entry), time)),
        ...starting.flatMap(([position]) => (records.has(position) ? [] : [inProgress(position, time)])),
      ]
      finished = []
      if (newRecords.length > 0) await journal.store(newRecords)
      for (const record of newRecords) records.set(record.position, record)
      const progress: Progress = { inputs, results: resultsOf(records) }
      for (const [position, first] of starting) {
        const before = records.get(position)!
        const recordNode = (record: NodeRecord) => {
          finished.push(record)
          runningNodes.delete(position)
        }
        const result = work(execution, { before, first, progress, signal })
        runningNodes.set(
          position,
          result.then(recordNode, (error) => onFailure(position, error)),
        )
      }
      // Nodes may have ended while records were stored.
      if (finished.length > 0) continue
      if (runningNodes.size === 0) {
        if (lostLease) throw lostLease
        return records
      }
      await Promise.race(runningNodes.values())
    }
  } catch (error) {
    if (!execution.isOutage(error)) stop.abort(error)
    await Promise.allSettled(runningNodes.values())
    throw error
  }
}

const finishedAt = (position: number, entry: NodeResult, time: number): NodeRecord => ({
  position,
  entry,
  requestIds: [],
  startedAt: time,
  finishedAt: time,
})

const inProgress = (position: number, time: number): NodeRecord => ({
  position,
  entry: { status: 'RUNNING', next: null },
  requestIds: [],
  startedAt: time,
  finishedAt: null,
})

interface NodeWork {
  readonly before: NodeRecord
  /** The first need of the node, used if no state was stored. */
  readonly first: { readonly need: Need; readonly state: Json }
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Satisfies the needs of one node until it has a result, and stores its state in between. */
async function work(
  { workflow, journal, satisfy, now }: Execution,
  { before, first, progress, signal }: NodeWork,
): Promise<NodeRecord> {
  const { position, entry, startedAt } = before
  const node = workflow.nodes[position]!
  const requestIds = [...before.requestIds]
  let next = (entry.status === 'RUNNING' ? entry.next : null) ?? first
  for (;;) {
    const { answer, spending } = await satisfy(next.need, position, signal)
    requestIds.push(...spending.requestIds)
    const step = node.evaluator.complete!(inputsOf(node, progress), next.state, answer)
    if (step.kind !== 'need')
      return { position, entry: bounded(resultOf(step)), requestIds, startedAt, finishedAt: now() }
    next = { need: step.need, state: step.state }
    const runningEntry = { status: 'RUNNING', next } as const
    await journal.store([
      { position, entry: runningEntry, requestIds: [...requestIds], startedAt, finishedAt: null },
    ])
  }
}

function bounded(result: NodeResult): NodeResult {
  if (result.status !== 'SUCCESS' || JSON.stringify(result.value).length <= maxValue) return result
  const message = `The value is larger than ${maxValue / 1_000_000} MB.`
  return { status: 'FAILED', failure: { code: 'too_large', message } }
}
