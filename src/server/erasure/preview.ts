import type { PersonDeletionCounts } from '../../contract/index.ts'
import { namesPerson } from '../../engine/erasure/index.ts'
import { holdersOfMedia } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { countScoresOfRequests, requestIdsOfTrace } from '../requests/index.ts'
import { countScoresOfTrace } from '../traces/index.ts'
import { noCounts } from './deletion-counts.ts'
import { namedPages } from './find-named.ts'
import { requestSubject, traceSubject } from './origins.ts'
import { noRemaining, type Remaining, withItems, withUnread } from './remaining.ts'
import {
  countOf,
  isRemainingStage,
  isSheetStage,
  isTextStage,
  type Stage,
  sheetRowOf,
  stages,
} from './stages.ts'
import { countSpans, type Key } from './text-queries.ts'

const countedByRow = ['dataset_rows', 'playground_cases', 'earlier_columns', 'release_notes'] as const
const isCountedByRow = (stage: Stage): stage is (typeof countedByRow)[number] =>
  (countedByRow as readonly Stage[]).includes(stage)

/** Milliseconds after which the preview stops counting. */
const timeLimit = 10_000

/** Counts the rows that a deletion would delete, within a time limit. */
export async function previewDeletion(store: Store, workspace: WorkspaceId, identifiers: readonly string[]) {
  const deadline = performance.now() + timeLimit
  const counts: PersonDeletionCounts = { ...noCounts }
  let remaining: Remaining = noRemaining
  const subjects = new Set<string>()
  const traces = new Set<string>()
  const requests = new Set<number>()
  /** Sets, because parts of one row count once. */
  const rows = {
    sheet_rows: new Set<string>(),
    report_rows: new Set<string>(),
    workflow_runs: new Set<string>(),
  }
  const addRequest = (id: number) => {
    requests.add(id)
    subjects.add(requestSubject(id))
  }
  const addTrace = async (traceId: string) => {
    if (traces.has(traceId)) return
    traces.add(traceId)
    subjects.add(traceSubject(traceId))
    counts.spans += await countSpans(store, workspace, traceId)
    counts.scores += await countScoresOfTrace(store.db, workspace, traceId)
    for (const id of await requestIdsOfTrace(store.scan, workspace, traceId)) addRequest(id)
  }
  const matcher = {
    names: namesPerson(identifiers),
    deletedAmong: async (origins: readonly string[]) =>
      new Set(origins.filter((origin) => subjects.has(origin))),
  }
  let isComplete = true
  for (const stage of stages)
    for await (const { named, last, unread } of namedPages(store, workspace, stage, matcher, null)) {
      for (const key of named) await count(stage, key)
      remaining = withUnread(remaining, unread)
      if (last !== null && performance.now() > deadline) {
        isComplete = false
        break
      }
    }
  counts.traces = traces.size
  counts.requests = requests.size
  counts.scores += await countScoresOfRequests(store.scan, workspace, [...requests])
  for (const kind of ['sheet_rows', 'report_rows', 'workflow_runs'] as const) counts[kind] = rows[kind].size
  const { unread_files = [], ...remainingItems } = remaining
  return {
    success: true as const,
    found: counts,
    remaining: remainingItems,
    unread_files,
    is_complete: isComplete,
  }

  async function count(stage: Stage, key: Key): Promise<void> {
    if (stage === 'traces' || stage === 'spans') await addTrace(String(key[0]))
    else if (stage === 'requests') addRequest(Number(key[0]))
    else if (stage === 'media') {
      const holders = await holdersOfMedia(store, workspace, String(key[0]))
      for (const id of holders.requests) addRequest(id)
      for (const traceId of holders.traces) await addTrace(traceId)
    } else if (stage === 'scores' && isDeletedWithSubject(key)) return
    else if (isTextStage(stage)) counts[countOf(stage)]++
    else if (isSheetStage(stage)) rows.sheet_rows.add(sheetRowOf(stage, key).join())
    else if (isRemainingStage(stage))
      remaining = withItems(remaining, [{ kind: stage, id: String(key.at(-1)) }])
    else if (isCountedByRow(stage)) counts[stage]++
    else if (stage === 'report_cells') rows.report_rows.add(`${key[0]},${key[1]}`)
    else if (stage === 'workflow_runs' || stage === 'workflow_nodes') rows.workflow_runs.add(String(key[0]))
    else counts.stored_searches++
  }

  /** True for a score that is counted with its request or trace. */
  function isDeletedWithSubject([type, subject, trace]: Key): boolean {
    return type === 'request' ? requests.has(Number(subject)) : traces.has(String(trace))
  }
}
