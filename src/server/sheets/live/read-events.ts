import type { OperationProgressEvent, ScoreProgressEvent } from '../../../contract/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { RunProgress, ScoreProgress } from '../ports.ts'
import { maxStoredChanges, selectChanges } from '../storage/change-queries.ts'
import { getSheet, loadSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { presentChanged } from './changed-cells.ts'
import { gatherChanges } from './gather-changes.ts'

/** Changes sent together; the rest follows with the next read. */
const maxChanges = 128

type ChangedCells = Awaited<ReturnType<typeof presentChanged>>

export type SheetEvent =
  | { event: 'reload'; data: { version: number; row_count: number } }
  | { event: 'cells'; data: { version: number } & ChangedCells }
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

export interface ReadEvents {
  readonly events: readonly SheetEvent[]
  /** The version up to which events were sent. */
  readonly upTo: number
  /** More changes can be sent right away. */
  readonly isBehind: boolean
}

/** The progress that a listener has received. */
export interface SentProgress {
  readonly runs: RunProgress
  readonly scores: ScoreProgress
}

/** The events of a sheet after a version, with the progress of its operations and calculations. */
export async function readEvents(
  store: Store,
  workspace: WorkspaceId,
  address: SheetAddress,
  after: number,
  sent: SentProgress,
  now: number,
): Promise<ReadEvents> {
  const sheet = await getSheet(store.db, workspace, address)
  const { version_count, row_count, layout } = sheet
  const progressEvents = async (began: Iterable<string>): Promise<SheetEvent[]> => [
    ...(await sent.runs.changes(store, workspace, sheet, began, now)).map((data) => ({
      event: 'operation' as const,
      data,
    })),
    ...(await sent.scores.changes(store, sheet)).map((data) => ({ event: 'score' as const, data })),
  ]
  if (after === version_count) return { events: await progressEvents([]), upTo: after, isBehind: false }
  const reload = { event: 'reload' as const, data: { version: version_count, row_count } }
  if (after > version_count || after < version_count - maxStoredChanges)
    return { events: [reload, ...(await progressEvents([]))], upTo: version_count, isBehind: false }
  const changes = await selectChanges(store.db, sheet, after, maxChanges)
  const version = changes.length < maxChanges ? version_count : changes.at(-1)!.change
  const { parts, cells, operations } = gatherChanges(changes, layout)
  const events: SheetEvent[] = []
  if (parts.size > 0) events.push({ event: 'structure', data: { version, parts: [...parts], row_count } })
  if (cells.length > 0) {
    const loaded = await loadSheet(store.db, workspace, address)
    // Rows that moved meanwhile are sent with the next read.
    const isMoved = loaded.sheet.layout !== layout
    if (!isMoved)
      events.push({ event: 'cells', data: { version, ...(await presentChanged(store.db, loaded, cells)) } })
  }
  return {
    events: [...events, ...(await progressEvents(operations))],
    upTo: version,
    isBehind: version < version_count,
  }
}
