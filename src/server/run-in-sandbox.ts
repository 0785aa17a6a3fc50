import { Refusal } from '../engine/refusal.ts'
import type { Context } from './context.ts'
import {
  NoSandbox,
  SandboxBusy,
  type SandboxJob,
  type SandboxOutcome,
  SandboxUnavailable,
} from './edge/index.ts'

/** Seconds after which callers should retry. */
const retryAfter = 5

/**
 * Runs code in the sandbox. If the sandbox is not available, a call is refused. Inside a run the error is thrown, so that
 * the job is retried, unless this machine has no sandbox at all.
 */
export async function runInSandbox(
  { sandbox }: Pick<Context, 'sandbox'>,
  job: SandboxJob,
): Promise<SandboxOutcome> {
  try {
    return await sandbox.run(job)
  } catch (error) {
    if (error instanceof SandboxBusy)
      throw new Refusal(
        'overloaded',
        `Too much code of this workspace waits for its turn. Retry in ${retryAfter} seconds.`,
        { retryAfter },
      )
    if (!(error instanceof SandboxUnavailable)) throw error
    if (job.run !== undefined && !(error instanceof NoSandbox)) throw error
    throw new Refusal('sandbox_unavailable', 'Code cannot be run now; the log of the server says why.', {
      cause: error,
    })
  }
}
