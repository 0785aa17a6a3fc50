import type { SandboxOutcome } from './job.ts'

/** Counts of one language since the start of the process. */
export class LanguageFigures {
  /** Calls by outcome. `refused`: no runner was free or could be started, so the code did not run. */
  readonly calls = { succeeded: 0, failed: 0, refused: 0 }
  startedRunners = 0

  async count(call: () => Promise<SandboxOutcome>): Promise<SandboxOutcome> {
    try {
      const outcome = await call()
      this.calls[outcome.status === 'success' ? 'succeeded' : 'failed']++
      return outcome
    } catch (error) {
      this.calls.refused++
      throw error
    }
  }
}
