import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { SheetOperationRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { selectRecentOperations } from './operation-queries.ts'

/** The message that the SDKs wait for. `data` is JSON text, because they parse it. */
export interface OperationMessage {
  readonly message_name: 'SMART_TABLE_EXECUTION_STATUS_UPDATE'
  readonly data: string
}

/** Listeners start right after an operation began, which may have ended meanwhile. */
const recentMilliseconds = 10 * 60_000
/** Cells finish more often than a listener needs updates. */
const pauseMilliseconds = 250

/**
 * Sends the progress of each recent operation of a sheet, whichever process computes it; returns the function that stops it.
 */
export function listenToOperations(
  { store, changes, now }: Pick<Context, 'store' | 'changes' | 'now'>,
  workspace: WorkspaceId,
  sheet: string,
  deliver: (message: OperationMessage) => void,
  report: (error: unknown) => void,
): () => void {
  const stop = new AbortController()
  const lastSent = new Map<string, string>()
  const since = now() - recentMilliseconds
  const tell = async () => {
    for (const operation of await selectRecentOperations(store.db, workspace, sheet, since)) {
      const data = JSON.stringify(updateOf(operation))
      if (stop.signal.aborted || lastSent.get(operation.id) === data) continue
      lastSent.set(operation.id, data)
      deliver({ message_name: 'SMART_TABLE_EXECUTION_STATUS_UPDATE', data })
    }
  }
  const watch = async () => {
    do {
      await tell().catch(report)
      await sleep(pauseMilliseconds, undefined, { signal: stop.signal }).catch(() => {})
    } while (await changes.wait(workspace, stop.signal).catch(() => false))
  }
  void watch()
  return () => stop.abort()
}

const updateOf = ({ id, status, completed, failed, cell_count }: SheetOperationRow) => ({
  execution_id: id,
  status,
  completed,
  failed,
  total: cell_count,
})
