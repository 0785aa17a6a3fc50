import { Refusal } from '../engine/refusal.ts'
import type { Context } from './context.ts'
import {
  NoSandbox,
  SandboxBusy,
  type SandboxJob,
  type SandboxOutcome,
  SandboxUnavailable,
} from './edge/index.ts'

/** Seconds. */
const retryAfter = 5

/**
 * Runs code in the sandbox. A missing sandbox is a refusal; inside a run it is an error that a job retries.
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
