import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** A process of the bench that answers each message with one message, in turn. */
export interface Helper<Job, Answer> {
  readonly pid: number
  ask(job: Job): Promise<Answer>
  stop(): void
}

export function startHelper<Job extends object, Answer>(file: string): Helper<Job, Answer> {
  const child: ChildProcess = fork(join(import.meta.dirname, file))
  return {
    pid: child.pid!,
    async ask(job) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const ended = () => reject(new Error(`${file} ended`))
      child.once('exit', ended)
      child.once('message', (answer) => resolve(answer as Answer))
      child.send(job)
      return promise.finally(() => child.off('exit', ended))
    },
    stop: () => child.disconnect(),
  }
}

/** Runs in the helper process: answers jobs until the bench disconnects. */
export function answerJobs<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  process.on('message', async (job) => process.send!(await work(job as Job)))
  process.on('disconnect', () => process.exit())
}
