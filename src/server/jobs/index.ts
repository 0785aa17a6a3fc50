/**
 * Background work: jobs are inserted with the change that needs them; workers claim them with a lease and retry.
 */

export {
  type ChangeListener,
  type Ending,
  type JobHandler,
  type Lease,
  LeaseLost,
  type NewJob,
} from './job.ts'
export { Jobs } from './jobs.ts'
export { isDone } from './queries.ts'
export { JobWorker, type WorkerProgress } from './worker.ts'
