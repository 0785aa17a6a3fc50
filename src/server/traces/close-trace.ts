import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { closeOpenTrace, findTrace } from './queries.ts'

export const closeTrace: Handler<'closeTrace'> = async ({ store, now }, { caller, params }) => {
  const { workspace } = caller
  const closure = { id: randomUUIDv7(), at: now() }
  await store.transact(async (tx) => {
    if (await closeOpenTrace(tx, workspace, params.trace_id, closure.id, closure.at)) return
    if (!(await findTrace(tx, workspace, params.trace_id)))
      throw new Refusal('not_found', 'There is no such trace.')
    throw new Refusal('conflict', 'The trace is closed already.')
  })
  return {
    success: true as const,
    closure: {
      id: closure.id,
      workspace_id: workspace,
      trace_id: params.trace_id,
      status: 'closed' as const,
      created_at: isoTime(closure.at),
      updated_at: isoTime(closure.at),
    },
  }
}
