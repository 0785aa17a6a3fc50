import type { OperationProgressEvent, ScoreProgressEvent } from '../../../contract/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { RunProgress, ScoreProgress } from '../ports.ts'
import { kept, selectChanges } from '../storage/change-queries.ts'
import { getSheet, loadSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { tellCells } from './changed-cells.ts'
import { gatherChanges } from './gather-changes.ts'

/** Changes told at once; the next ones come with the next look. */
const atOnce = 128

type CellsTold = Awaited<ReturnType<typeof tellCells>>

export type SheetEvent =
  | { event: 'reload'; data: { version: number; row_count: number } }
  | { event: 'cells'; data: { version: number } & CellsTold }
  | {
      event: 'structure'
      data: {
        version: number
        parts: ('columns' | 'rows' | 'versions' | 'scores' | 'sheet')[]
        row_count: number
      }
    }
  | { event: 'operation'; data: OperationProgressEvent }
  | { event: 'score'; data: ScoreProgressEvent }

export interface Look {
  readonly events: readonly SheetEvent[]
  /** Up to which version everything is told. */
  readonly told: number
  /** There is more to tell at once. */
  readonly isBehind: boolean
}

/** What a listener was told of what is under way. */
export interface ToldSoFar {
  readonly runs: RunProgress
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
  const tellProgress = async (began: Iterable<string>): Promise<SheetEvent[]> => [
    ...(await soFar.runs.changes(store, workspace, sheet, began, now)).map((data) => ({
      event: 'operation' as const,
      data,
    })),
    ...(await soFar.scores.changes(store, sheet)).map((data) => ({ event: 'score' as const, data })),
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
