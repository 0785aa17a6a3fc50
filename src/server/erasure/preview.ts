import type { PersonDeletionCounts } from '../../contract/index.ts'
import { namesPerson } from '../../engine/erasure/index.ts'
import { holdersOfMedia } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import { countScoresOfRequests, requestIdsOfTrace } from '../requests/index.ts'
import { countScoresOfTrace } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
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
  const preview = new Preview(store, workspace)
  const matcher = {
    names: namesPerson(identifiers),
    deletedAmong: async (origins: readonly string[]) => preview.deletedAmong(origins),
  }
  let isComplete = true
  for (const stage of stages)
    for await (const { named, last, unread } of namedPages(store, workspace, stage, matcher, null)) {
      for (const key of named) await preview.add(stage, key)
      preview.addUnread(unread)
      if (last !== null && performance.now() > deadline) {
        isComplete = false
        break
      }
    }
  return { success: true as const, ...(await preview.result()), is_complete: isComplete }
}

/** The rows that were found so far. Ids are in sets, because parts of one row count once. */
class Preview {
  readonly #store: Store
  readonly #workspace: WorkspaceId
  readonly #counts: PersonDeletionCounts = { ...noCounts }
  readonly #subjects = new Set<string>()
  readonly #traces = new Set<string>()
  readonly #requests = new Set<number>()
  readonly #rows = {
    sheet_rows: new Set<string>(),
    report_rows: new Set<string>(),
    workflow_runs: new Set<string>(),
  }
  #remaining: Remaining = noRemaining

  constructor(store: Store, workspace: WorkspaceId) {
    this.#store = store
    this.#workspace = workspace
  }

  deletedAmong(origins: readonly string[]): Set<string> {
    return new Set(origins.filter((origin) => this.#subjects.has(origin)))
  }

  async add(stage: Stage, key: Key): Promise<void> {
    if (stage === 'traces' || stage === 'spans') await this.#addTrace(String(key[0]))
    else if (stage === 'requests') this.#addRequest(Number(key[0]))
    else if (stage === 'media') {
      const holders = await holdersOfMedia(this.#store, this.#workspace, String(key[0]))
      for (const id of holders.requests) this.#addRequest(id)
      for (const traceId of holders.traces) await this.#addTrace(traceId)
    } else if (stage === 'scores' && this.#isDeletedWithSubject(key)) return
    else if (isTextStage(stage)) this.#counts[countOf(stage)]++
    else if (isSheetStage(stage)) this.#rows.sheet_rows.add(sheetRowOf(stage, key).join())
    else if (isRemainingStage(stage))
      this.#remaining = withItems(this.#remaining, [{ kind: stage, id: String(key.at(-1)) }])
    else if (isCountedByRow(stage)) this.#counts[stage]++
    else if (stage === 'report_cells') this.#rows.report_rows.add(`${key[0]},${key[1]}`)
    else if (stage === 'workflow_runs' || stage === 'workflow_nodes')
      this.#rows.workflow_runs.add(String(key[0]))
    else this.#counts.stored_searches++
  }

  addUnread(unread: Parameters<typeof withUnread>[1]): void {
    this.#remaining = withUnread(this.#remaining, unread)
  }

  async result() {
    const scores = await countScoresOfRequests(this.#store.scan, this.#workspace, [...this.#requests])
    const { unread_files = [], ...remaining } = this.#remaining
    const found = {
      ...this.#counts,
      traces: this.#traces.size,
      requests: this.#requests.size,
      scores: this.#counts.scores + scores,
      sheet_rows: this.#rows.sheet_rows.size,
      report_rows: this.#rows.report_rows.size,
      workflow_runs: this.#rows.workflow_runs.size,
    }
    return { found, remaining, unread_files }
  }

  #addRequest(id: number): void {
    this.#requests.add(id)
    this.#subjects.add(requestSubject(id))
  }

  async #addTrace(traceId: string): Promise<void> {
    if (this.#traces.has(traceId)) return
    this.#traces.add(traceId)
    this.#subjects.add(traceSubject(traceId))
    this.#counts.spans += await countSpans(this.#store, this.#workspace, traceId)
    this.#counts.scores += await countScoresOfTrace(this.#store.db, this.#workspace, traceId)
    for (const id of await requestIdsOfTrace(this.#store.scan, this.#workspace, traceId)) this.#addRequest(id)
  }

  /** True for a score that is counted with its request or trace. */
  #isDeletedWithSubject([type, subject, trace]: Key): boolean {
    return type === 'request' ? this.#requests.has(Number(subject)) : this.#traces.has(String(trace))
  }
}
