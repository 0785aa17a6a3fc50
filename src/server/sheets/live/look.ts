import type { ScoreTold } from '../../../contract/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { withPaidCalls } from '../../runs/paid-call-queries.ts'
import type { Progress } from '../../runs/progress.ts'
import { findOperation, selectActive } from '../../runs/run-queries.ts'
import type { ScoreProgress } from '../../scoring/score-progress.ts'
import { kept, selectChanges, selectLatestCalculations } from '../storage/change-queries.ts'
import { getSheet, loadSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { tellCells } from './changed-cells.ts'
import { gatherChanges } from './gather-changes.ts'

/** Changes told at once; the next ones come with the next look. */
const atOnce = 128

type Data<F extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<F>>>

export type SheetEvent =
  | { event: 'reload'; data: { version: number; row_count: number } }
  | { event: 'cells'; data: { version: number } & Data<typeof tellCells> }
  | {
      event: 'structure'
      data: {
        version: number
        parts: ('columns' | 'rows' | 'versions' | 'scores' | 'sheet')[]
        row_count: number
      }
    }
  | { event: 'operation'; data: Data<Progress['tell']> }
  | { event: 'score'; data: ScoreTold }

export interface Look {
  readonly events: readonly SheetEvent[]
  /** Up to which version everything is told. */
  readonly told: number
  /** There is more to tell at once. */
  readonly isBehind: boolean
}

/** What a listener was told of what is under way. */
export interface ToldSoFar {
  readonly operations: Progress
  readonly scores: ScoreProgress
}

/** What happened in a sheet after a version, and what has become of its operations and calculations. */
export async function look(
  store: Store,
  workspace: WorkspaceId,
  address: SheetAddress,
  after: number,
  soFar: ToldSoFar,
  now: number,
): Promise<Look> {
  const sheet = await getSheet(store.db, workspace, address)
  const { version_count, row_count, layout } = sheet
  const tellProgress = async (began: Iterable<string>) => [
    ...(await operationEvents(store, workspace, sheet, soFar.operations, began, now)),
    ...(await scoreEvents(store, sheet, soFar.scores)),
  ]
  if (after === version_count) return { events: await tellProgress([]), told: after, isBehind: false }
  const reload = { event: 'reload' as const, data: { version: version_count, row_count } }
  if (after > version_count || after < version_count - kept)
    return { events: [reload, ...(await tellProgress([]))], told: version_count, isBehind: false }
  const changes = await selectChanges(store.db, sheet, after, atOnce)
  const version = changes.length < atOnce ? version_count : changes.at(-1)!.change
  const { parts, cells, operations } = gatherChanges(changes, layout)
  const events: SheetEvent[] = []
  if (parts.size > 0) events.push({ event: 'structure', data: { version, parts: [...parts], row_count } })
  if (cells.length > 0) {
    const loaded = await loadSheet(store.db, workspace, address)
    // Rows that were moved meanwhile are told as such with the next look.
    const isMoved = loaded.sheet.layout !== layout
    if (!isMoved)
      events.push({ event: 'cells', data: { version, ...(await tellCells(store.db, loaded, cells)) } })
  }
  return {
    events: [...events, ...(await tellProgress(operations))],
    told: version,
    isBehind: version < version_count,
  }
}

async function operationEvents(
  store: Store,
  workspace: WorkspaceId,
  sheet: Awaited<ReturnType<typeof getSheet>>,
  progress: Progress,
  began: Iterable<string>,
  now: number,
): Promise<SheetEvent[]> {
  const before = new Set([...progress.open, ...began])
  const active = await withPaidCalls(store.db, await selectActive(store.db, sheet))
  const events: SheetEvent[] = []
  for (const operation of active) {
    before.delete(operation.id)
    const data = progress.tell(operation, now)
    if (data) events.push({ event: 'operation', data })
  }
  for (const id of before) {
    const operation = await findOperation(store.db, workspace, id)
    const [ended] = await withPaidCalls(store.db, operation ? [operation] : [])
    const data = ended ? progress.tell(ended, now) : progress.forget(id)
    if (data) events.push({ event: 'operation', data })
  }
  return events
}

async function scoreEvents(
  { db }: Store,
  sheet: Awaited<ReturnType<typeof getSheet>>,
  scores: ScoreProgress,
): Promise<SheetEvent[]> {
  const told = scores.tell(await selectLatestCalculations(db, sheet))
  return told.map((data) => ({ event: 'score', data }))
}
