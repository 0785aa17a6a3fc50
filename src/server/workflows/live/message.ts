import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { outputOf } from '../runs/end-run.ts'
import { loadRun } from '../runs/load-run.ts'

/** Bytes of a message; what is larger is fetched by whoever waits. */
const largestMessage = 64 * 1024

/** What the SDKs wait for. `data` is JSON as text, because they parse it. */
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
  const told = (result_code: 'OK' | 'EXCEEDS_SIZE_LIMIT', final_output: unknown) =>
    JSON.stringify({ workflow_version_execution_id: run, result_code, final_output })
  const whole = told('OK', outputOf(loaded))
  const fits = Buffer.byteLength(whole) <= largestMessage
  return { message_name: 'SET_WORKFLOW_COMPLETE', data: fits ? whole : told('EXCEEDS_SIZE_LIMIT', null) }
}
