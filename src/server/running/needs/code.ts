import type { CodeNeed, Json } from '../../../engine/columns/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import { SandboxUnavailable } from '../../edge/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { readSettings } from '../../workspaces/index.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

/** The reference's figure. */
const longestMilliseconds = 6 * 60_000

/** Runs the code of a cell. It gets no environment variables: those are for tools, whose output is masked. */
export async function runCode(
  context: Context,
  workspace: WorkspaceId,
  { language, code, data, deadlineMilliseconds = longestMilliseconds }: CodeNeed,
  { signal }: NeedSetting,
): Promise<Json> {
  const { sandbox_network: network } = await readSettings(context.store.db, workspace)
  const job = { workspace, language, code, data, timeoutMs: deadlineMilliseconds, signal, network }
  const outcome = await context.sandbox.run(job).catch((error) => {
    if (!(error instanceof SandboxUnavailable)) throw error
    throw new Refusal('sandbox_unavailable', 'Code cannot be run now; the log of the server says why.', {
      cause: error,
    })
  })
  signal.throwIfAborted()
  if (outcome.status === 'success') return outcome.value as Json
  const { kind, type, message, line } = outcome.error
  const where = line === null ? '' : ` (line ${line})`
  throw new NeedFailure(kind === 'exception' ? 'code_failed' : kind, `${type}: ${message}${where}`)
}
