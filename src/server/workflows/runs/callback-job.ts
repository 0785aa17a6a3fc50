import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { outputOf } from './end-run.ts'
import { callbackKind } from './job-kinds.ts'
import { loadRun } from './load-run.ts'
import type { RunPayload } from './run-job.ts'

/** Milliseconds. */
const timeout = 30_000
const maxAnswerBytes = 64 * 1024

/** Posts the output of a run to its callback URL, until the answer is 2xx or all attempts are used. */
export function callbackJob(context: Context): JobHandler {
  return {
    kind: callbackKind,

    async run({ workspace, payload, signal }) {
      const loaded = await loadRun(context.store.db, workspace, (payload as RunPayload).run)
      if (!loaded?.run.callback_url) return { kind: 'done' }
      const answer = await context.guardedFetch.fetch(loaded.run.callback_url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          workflow_version_execution_id: loaded.run.id,
          final_output: outputOf(loaded),
        }),
        timeoutMs: timeout,
        maxResponseBytes: maxAnswerBytes,
        signal,
      })
      await answer.text()
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`The callback of run ${loaded.run.id} was answered with ${answer.status}.`)
      return { kind: 'done' }
    },
  }
}
