import { execFileSync } from 'node:child_process'
import { setPriority } from 'node:os'
import { answerJobs } from '../helpers.ts'
import { begin, type Hostile, type HostilePart, type Prepared, prepare } from './hostile.ts'

/**
 * The clients of the hostile workspace. Real clients run on other machines, so these get processor time only
 * while a core is idle.
 */
try {
  execFileSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)])
} catch {
  setPriority(19)
}

export type HostileJob =
  | { readonly kind: 'prepare'; readonly url: string; readonly rows: number; readonly requests: number }
  | { readonly kind: 'begin'; readonly parts: readonly HostilePart[] }
  | { readonly kind: 'end' }

export type HostileAnswer = { readonly done: true } | { readonly error: string }

let server: { readonly url: string; readonly rows: number; readonly prepared: Prepared } | undefined
let hostile: Hostile | undefined

async function work(job: HostileJob): Promise<void> {
  if (job.kind === 'prepare') {
    const { url, rows, requests } = job
    server = { url, rows, prepared: await prepare({ url }, rows, requests) }
  } else if (job.kind === 'begin') {
    const { url, rows, prepared } = server!
    hostile = await begin({ url }, prepared, rows, new Set(job.parts))
  } else await hostile!.stop()
}

answerJobs<HostileJob, HostileAnswer>((job) =>
  work(job).then(
    () => ({ done: true }),
    (error: Error) => ({ error: error.message }),
  ),
)
