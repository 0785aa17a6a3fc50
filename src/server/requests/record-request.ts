import type { ErrorType } from '../../contract/index.ts'
import { Money } from '../../engine/price/index.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import type { Context } from '../context.ts'
import type { CompiledQuery, RequestRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type Billing, pricedCallOf } from './billing.ts'
import { indexerOf } from './indexer.ts'
import { insertStatements } from './insert-queries.ts'
import { openMonth } from './month-queries.ts'
import { pendingWordsOf } from './pending-words.ts'
import type { PromptLink } from './prompt-link.ts'
import { upsertScore } from './queries.ts'
import { rowsOf } from './request-rows.ts'
import { storable } from './storable.ts'

/** One LLM call, whichever way it was reported. Texts may hold anything: what no column can hold is replaced here. */
export interface RequestRecord {
  /** Which wire the original is in, and so how it reads later. */
  readonly source: RequestRow['source']
  readonly provider: string
  readonly model: string
  readonly functionName: string
  readonly apiType: string | null
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly status: 'SUCCESS' | 'WARNING' | 'ERROR'
  readonly errorType: ErrorType | null
  readonly errorMessage: string | null
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars as the caller gave them, also 0; null when no price was given: it is computed. */
  readonly price: number | null
  /** What an answer says of its price beside model and tokens. */
  readonly billing?: Billing | null
  /** From `linkTo`, or `noLink`. */
  readonly link: PromptLink
  readonly input: PromptTemplate
  readonly output: PromptTemplate
  readonly variables: Readonly<Record<string, unknown>>
  readonly groupId: number | null
  readonly spanId: string | null
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly scores: readonly { readonly name: string; readonly score: number }[]
  /** The bytes as they came, without secrets. */
  readonly original: Buffer
}

/** What recording takes. Inside a transaction the prices are settled ones. */
export interface RecordWorld extends Pick<Context, 'store' | 'now' | 'requestIds'> {
  readonly prices: Pick<Context['prices'], 'price'>
}

export interface RecordedRequest {
  readonly id: number
  /** All rows of the request. Nothing is written until they are given to `store.append`; several requests can
   * share one unit. */
  readonly statements: readonly CompiledQuery[]
  /** Exact; null when no price was given and none can be computed. */
  readonly cost: Money | null
}

/** The place of a request that is recorded anew (`replaceRequest`). */
interface Place {
  readonly id: number
  readonly createdAt: number
}

/** The one way by which a request enters storage, whatever reported it. */
export async function recordRequest(
  { store, now, requestIds, prices }: RecordWorld,
  workspace: WorkspaceId,
  record: RequestRecord,
  place?: Place,
): Promise<RecordedRequest> {
  const createdAt = place?.createdAt ?? now()
  // The month of what was there is there.
  if (!place) await openMonth(store, createdAt)
  const id = place?.id ?? (await requestIds.next())
  const priced = await pricedAs(prices, workspace, record)
  const rows = await rowsOf(record, priced, {
    workspace,
    id,
    createdAt,
    packsTexts: store.dialect === 'sqlite',
  })
  const scores = record.scores.map(({ name, score }) =>
    upsertScore(store, { workspace, request: id, name: storable(name), score }),
  )
  if (store.dialect === 'sqlite') indexerOf(store).expect()
  else pendingWordsOf(store).expect()
  return { id, statements: [...insertStatements(store, rows), ...scores], cost: priced.cost }
}

async function pricedAs(prices: RecordWorld['prices'], workspace: WorkspaceId, record: RequestRecord) {
  if (record.price !== null)
    return { source: 'given', price: record.price, cost: new Money(record.price) } as const
  const { source, price } = await prices.price(workspace, pricedCallOf(record))
  return { source, price: price?.toNumber() ?? 0, cost: price } as const
}
