import type { CodeNeed, Json } from '../../../engine/columns/index.ts'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { runInSandbox } from '../../run-in-sandbox.ts'
import { readSettings } from '../../workspaces/index.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

/** Runs code of a cell. Only tools get environment variables, because their output is masked, so this code gets none. */
export async function runCode(
  context: Context,
  workspace: WorkspaceId,
  { language, code, data, deadlineMilliseconds: timeoutMs }: CodeNeed,
  { signal, run }: NeedSetting,
): Promise<Json> {
  const { sandbox_network: network } = await readSettings(context.store.db, workspace)
  const job = { workspace, run, language, code, data, timeoutMs, signal, network }
  const outcome = await runInSandbox(context, job)
  signal.throwIfAborted()
  if (outcome.status === 'success') return outcome.value as Json
  const { kind, type, message, line } = outcome.error
  const where = line === null ? '' : ` (line ${line})`
  throw new NeedFailure(kind === 'exception' ? 'code_failed' : kind, `${type}: ${message}${where}`)
}
