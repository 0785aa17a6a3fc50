import type { Answer, CodeNeed, Json } from '../../../engine/columns/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import { SandboxUnavailable } from '../../edge/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { readSettings } from '../../workspaces/index.ts'
import type { AnswerNeed } from './evaluate-step.ts'

/** The reference's figure for the code of cells. */
const longestMilliseconds = 6 * 60_000

export function answerNeedOf(
  context: Context,
  workspace: WorkspaceId,
  _run: string,
  signal: AbortSignal,
): AnswerNeed {
  return async (need) => {
    if (need.kind === 'code') return runCode(context, workspace, need, signal)
    return { ok: false, failure: { code: 'not_supported', message: `A ${need.kind} cannot be run here.` } }
  }
}

export async function runCode(
  { store, sandbox }: Pick<Context, 'store' | 'sandbox'>,
  workspace: WorkspaceId,
  { language, code, data, deadlineMilliseconds = longestMilliseconds }: CodeNeed,
  signal: AbortSignal,
): Promise<Answer> {
  const { sandbox_network: network } = await readSettings(store.db, workspace)
  const job = { workspace, language, code, data, timeoutMs: deadlineMilliseconds, signal, network }
  const outcome = await sandbox.run(job).catch((error) => {
    if (!(error instanceof SandboxUnavailable)) throw error
    throw new Refusal('sandbox_unavailable', 'Code cannot be run now; the log of the server says why.', {
      cause: error,
    })
  })
  signal.throwIfAborted()
  if (outcome.status === 'success') return { ok: true, value: outcome.value as Json }
  const { kind, type, message } = outcome.error
  return { ok: false, failure: { code: kind, message: `${type}: ${message}` } }
}
