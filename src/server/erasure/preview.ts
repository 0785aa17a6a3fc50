import type { PersonDeletionCounts } from '../../contract/index.ts'
import { namesPerson } from '../../engine/erasure/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { countScoresOfRequests, requestIdsOfTrace } from '../requests/index.ts'
import { countScoresOfTrace } from '../traces/index.ts'
import { namedPages } from './find-named.ts'
import { countOf, isTextStage, noCounts, stages } from './stages.ts'
import { countSpans } from './text-queries.ts'

/** Milliseconds. */
const patience = 10_000

/** What a deletion would delete, as far as it can be counted in time. */
export async function previewDeletion(store: Store, workspace: WorkspaceId, identifiers: readonly string[]) {
  const names = namesPerson(identifiers)
  const deadline = performance.now() + patience
  const counts: PersonDeletionCounts = { ...noCounts }
  const traces = new Set<string>()
  const requests = new Set<number>()
  const addTrace = async (traceId: string) => {
    if (traces.has(traceId)) return
    traces.add(traceId)
    counts.spans += await countSpans(store, workspace, traceId)
    counts.scores += await countScoresOfTrace(store.db, workspace, traceId)
    for (const id of await requestIdsOfTrace(store.scan, workspace, traceId)) requests.add(id)
  }
  let isComplete = true
  for (const stage of stages)
    for await (const { named, last } of namedPages(store, workspace, stage, names, null)) {
      for (const key of named)
        if (stage === 'traces' || stage === 'spans') await addTrace(String(key[0]))
        else if (stage === 'requests') requests.add(Number(key[0]))
        else if (stage !== 'scores' || !isGone(key)) counts[countOf(stage)] += isTextStage(stage) ? 1 : 0
      if (last !== null && performance.now() > deadline) {
        isComplete = false
        break
      }
    }
  counts.traces = traces.size
  counts.requests = requests.size
  counts.scores += await countScoresOfRequests(store.scan, workspace, [...requests])
  return { success: true as const, found: counts, is_complete: isComplete }

  /** True for scores that are counted with their subject. */
  function isGone([type, subject, trace]: readonly (string | number)[]): boolean {
    return type === 'request' ? requests.has(Number(subject)) : traces.has(String(trace))
  }
}
