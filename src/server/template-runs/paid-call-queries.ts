import { type CompiledQuery, type Database, type PaidCallRow, prepared } from '../db/index.ts'

export const insertPaidCall = prepared<{ [K in keyof PaidCallRow]: PaidCallRow[K] }>((db, slot) =>
  db.insertInto('paid_calls').values({
    workspace_id: slot('workspace_id'),
    request_id: slot('request_id'),
    operation_id: slot('operation_id'),
    sheet: slot('sheet'),
    row_id: slot('row_id'),
    column_number: slot('column_number'),
    work: slot('work'),
    call: slot('call'),
    finish_reason: slot('finish_reason'),
    cost: slot('cost'),
    created_at: slot('created_at'),
  }),
)

/** The number that paid calls of jobs without a sheet have; sheets begin with 1. */
export const noSheet = 0

export const selectPaidCallsOfJob = (db: Database, workspace: number, job: string): Promise<PaidCallRow[]> =>
  db
    .selectFrom('paid_calls')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('operation_id', '=', job)
    .where('work', 'is not', null)
    .orderBy('request_id')
    .execute()

/** Deletes the paid calls of a job, and old ones of jobs that were cancelled or failed. */
export function deletePaidCallsOfJob(
  db: Database,
  workspace: number,
  job: string,
  before: number,
): CompiledQuery[] {
  const ofJobs = db
    .deleteFrom('paid_calls')
    .where('workspace_id', '=', workspace)
    .where('sheet', '=', noSheet)
  return [ofJobs.where('operation_id', '=', job), ofJobs.where('created_at', '<', before)].map((query) =>
    query.compile(),
  )
}
