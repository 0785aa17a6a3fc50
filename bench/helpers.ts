import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
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
      const answered = once(child, 'message')
      const ended = once(child, 'exit').then(() => {
        throw new Error(`${file} ended`)
      })
      child.send(job)
      const [answer] = (await Promise.race([answered, ended])) as [Answer]
      ended.catch(() => {})
      return answer
    },
    stop: () => child.disconnect(),
  }
}

/** The other side: answers jobs until the bench disconnects. */
export function answerJobs<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  process.on('message', async (job) => process.send!(await work(job as Job)))
  process.on('disconnect', () => process.exit())
}
