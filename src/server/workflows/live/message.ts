import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { outputOf } from '../runs/end-run.ts'
import { loadRun } from '../runs/load-run.ts'

/** Maximum bytes of a message. Clients fetch larger outputs by HTTP. */
const maxBytes = 64 * 1024

/** The message that the SDKs expect. `data` is text, because they parse it as JSON. */
export interface CompletionMessage {
  readonly message_name: 'SET_WORKFLOW_COMPLETE'
  readonly data: string
}

export async function messageOf(
  { store }: Context,
  workspace: WorkspaceId,
  run: number,
): Promise<CompletionMessage | null> {
  const loaded = await loadRun(store.db, workspace, run)
  if (!loaded) return null
  const messageWith = (result_code: 'OK' | 'EXCEEDS_SIZE_LIMIT', final_output: unknown) =>
    JSON.stringify({ workflow_version_execution_id: run, result_code, final_output })
  const message = messageWith('OK', outputOf(loaded))
  const fits = Buffer.byteLength(message) <= maxBytes
  return {
    message_name: 'SET_WORKFLOW_COMPLETE',
    data: fits ? message : messageWith('EXCEEDS_SIZE_LIMIT', null),
  }
}
