import type { CallerAnswer, CallerJob } from './caller-process.ts'
import { startHelper } from './helpers.ts'

export interface Caller {
  readonly pid: number
  /** Returns milliseconds in the order of the calls. */
  ask(job: CallerJob): Promise<number[]>
  stop(): void
}

export function startCaller(): Caller {
  const helper = startHelper<CallerJob, CallerAnswer>('caller-process.ts')
  return {
    pid: helper.pid,
    async ask(job) {
      const answer = await helper.ask(job)
      if ('error' in answer) throw new Error(answer.error)
      return [...answer.times]
    },
    stop: () => helper.stop(),
  }
}
