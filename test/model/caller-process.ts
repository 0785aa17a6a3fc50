import { Money } from '../../src/engine/price/index.ts'
import { openStore } from '../../src/server/db/index.ts'
import { ModelFailure } from '../../src/server/model/failure.ts'
import { BudgetExhausted, createModelSlots } from '../../src/server/model/slots/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { callThrough, reply } from './call-through.ts'

/**
 * A job of a process that calls the test's provider through its slots, and prints the number of calls by
 * result.
 */
export interface Job {
  readonly databaseUrl: string
  readonly provider: string
  readonly workspace: number
  readonly name: string
  readonly calls: number
  /** Calls that the run may make in all processes together. */
  readonly budget: number | null
}

const job = JSON.parse(process.argv[2]!) as Job
const store = await openStore({ folder: '', databaseUrl: job.databaseUrl })
const slots = createModelSlots(store)
const ends: string[] = await Promise.all(
  Array.from({ length: job.calls }, (_, index) =>
    callThrough(
      slots,
      {
        workspace: job.workspace as WorkspaceId,
        pool: { provider: 'openai', connection: 'a key', model: 'a model' },
        run: { id: 'one run', limits: { calls: job.budget, cost: null } },
        estimate: { tokens: 1, cost: new Money('0.01') },
        costOf: () => new Money('0.01'),
        signal: new AbortController().signal,
      },
      () => call(`${job.name}-${index}`),
    ).then(
      () => 'done',
      (error) => (error instanceof BudgetExhausted ? 'refused' : String(error)),
    ),
  ),
)
await slots.close()
await store.close()
console.log(
  JSON.stringify(
    Object.fromEntries([...Map.groupBy(ends, (end) => end)].map(([end, of]) => [end, of.length])),
  ),
)

async function call(id: string) {
  const response = await fetch(`${job.provider}/${id}`)
  await response.text()
  if (response.status !== 429) return reply(null)
  throw new ModelFailure('Too many requests.', {
    errorType: 'PROVIDER_RATE_LIMIT',
    status: 429,
    retryable: true,
    retryAfterMilliseconds: Number(response.headers.get('retry-after-ms')),
  })
}
