import type { SheetRow, Store } from '../db/index.ts'
import type { RunStates } from '../sheets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { withPaidCalls } from './paid-calls/paid-call-queries.ts'
import { findOperation, selectActive } from './run-queries.ts'

/** Reads each ended run once. */
export async function readRunStates({ db }: Store, sheet: SheetRow): Promise<RunStates> {
  const reads = new Map<string, ReturnType<RunStates['find']>>()
  const find = async (id: string) => {
    const stored = await findOperation(db, sheet.workspace_id as WorkspaceId, id)
    return stored && (await withPaidCalls(db, [stored]))[0]
  }
  return {
    active: await withPaidCalls(db, await selectActive(db, sheet)),
    find(id) {
      const run = reads.get(id) ?? find(id)
      reads.set(id, run)
      return run
    },
  }
}
