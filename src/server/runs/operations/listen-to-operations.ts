import { setTimeout as sleep } from 'node:timers/promises'
import { type SharedRead, SharedReads } from '../../caches/shared-reads.ts'
import { pollMilliseconds } from '../../changes.ts'
import type { Context } from '../../context.ts'
import type { SheetOperationRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { selectRecentOperations } from './operation-queries.ts'

/** The message that the SDKs wait for. `data` is text, because they parse it as JSON. */
export interface OperationMessage {
  readonly message_name: 'SMART_TABLE_EXECUTION_STATUS_UPDATE'
  readonly data: string
}

/** Listeners start right after an operation has started, so the operation may have ended already. */
const recentMilliseconds = 10 * 60_000

/** Subscribes to the operations of a sheet. Returns the function that unsubscribes. */
type ListenToOperations = (
  context: Pick<Context, 'store' | 'changes' | 'now'>,
  workspace: WorkspaceId,
  sheet: string,
  deliver: (message: OperationMessage) => void,
  report: (error: unknown) => void,
) => () => void

/**
 * Sends the progress of each recent operation of a sheet, whichever process computes it. Listeners of a sheet share the
 * reads.
 */
export function operationListeners(): ListenToOperations {
  const sheets = new SharedReads<SheetOperationRow[]>()
  return ({ store, changes, now }, workspace, sheet, deliver, report) => {
    const stop = new AbortController()
    const lastSent = new Map<string, string>()
    const since = now() - recentMilliseconds
    const readOperations = () => selectRecentOperations(store.db, workspace, sheet, since)
    const send = (operations: readonly SheetOperationRow[]) => {
      for (const operation of operations.filter(({ created_at }) => created_at >= since)) {
        const data = JSON.stringify(updateOf(operation))
        if (stop.signal.aborted || lastSent.get(operation.id) === data) continue
        lastSent.set(operation.id, data)
        deliver({ message_name: 'SMART_TABLE_EXECUTION_STATUS_UPDATE', data })
      }
    }
    sheets
      .with(changes, workspace, sheet, readOperations, (shared) => follow(shared, stop.signal, send, report))
      .catch(report)
    return () => stop.abort()
  }
}

/** Follows the operations until the listener unsubscribes or the server stops. */
async function follow(
  operations: SharedRead<SheetOperationRow[]>,
  signal: AbortSignal,
  send: (operations: readonly SheetOperationRow[]) => void,
  report: (error: unknown) => void,
): Promise<void> {
  let last = { readAt: 0, notifications: 0 }
  do {
    try {
      const { state, ...position } = await operations.read()
      last = position
      send(state)
    } catch (error) {
      report(error)
    }
    // Cells finish more often than listeners need updates.
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => {})
  } while (await operations.wait(last, signal).catch(() => false))
}

const updateOf = ({ id, status, completed, failed, cell_count }: SheetOperationRow) => ({
  execution_id: id,
  status,
  completed,
  failed,
  total: cell_count,
})
