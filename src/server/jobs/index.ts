/** Jobs are inserted in the transaction of the change that needs them. Workers claim jobs with a lease and retry them. */

export { asOneCall } from './as-one-call.ts'
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
export { JobWorker } from './worker.ts'
