import type { Masked } from '../../engine/masking/index.ts'
import { Money } from '../../engine/price/index.ts'
import type { Context } from '../context.ts'
import type { CompiledQuery, FramedPayload, PayloadFrames, RequestRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { pricedCallOf } from './billing.ts'
import { indexerOf } from './indexer.ts'
import { insertStatements } from './insert-queries.ts'
import { openMonth } from './month-queries.ts'
import { pendingWordsOf } from './pending-words.ts'
import { upsertScore } from './queries.ts'
import { type RequestHead, type RequestRecord, rowsOf } from './request-rows.ts'
import { storable } from './storable.ts'
import { type StoredContent, storedContentOf } from './stored-content.ts'

/** Dependencies of recording. Inside a transaction, pass `prices.settled(workspace)`. */
export interface RecordDependencies extends Pick<Context, 'store' | 'now' | 'requestIds'> {
  /** The frames of the call that the requests come in; on SQLite only. */
  readonly frames?: PayloadFrames
  readonly prices: Pick<Context['prices'], 'price'>
}

export interface RecordedRequest {
  readonly id: number
  readonly row: RequestRow
  /**
   * All rows of the request. The caller passes them to `store.append`; several requests can share one unit.
   */
  readonly statements: readonly CompiledQuery[]
  /** Set if `framedPayloads` adds the payload to the statements of the unit. */
  readonly framed: FramedPayload | null
  /** Exact; null if no price was given and none can be computed. */
  readonly cost: Money | null
}

/** Identity of a request that is recorded again (`replaceRequest`). */
interface ReplacedRequest {
  readonly id: number
  readonly createdAt: number
  /** Variables that were tracked on the request; they take the place of the record's own. */
  readonly tracked: Readonly<Record<string, unknown>> | null
}

/** The only way in which a request of any source enters storage. */
export async function recordRequest(
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  record: Masked<RequestRecord>,
  replaced?: ReplacedRequest,
): Promise<RecordedRequest> {
  const tracked = replaced?.tracked
  const received = tracked ? { ...record, variables: tracked } : record
  const stored = await storedContentOf(received, dependencies.store.dialect, dependencies.frames)
  return recordStored(dependencies, workspace, record, stored, replaced)
}

/** As `recordRequest`, for a request whose content is ready. */
export async function recordStored(
  { store, now, requestIds, prices }: RecordDependencies,
  workspace: WorkspaceId,
  record: Masked<RequestHead>,
  stored: StoredContent,
  replaced?: ReplacedRequest,
): Promise<RecordedRequest> {
  const createdAt = replaced?.createdAt ?? now()
  // The partition of an existing request exists.
  if (!replaced) await openMonth(store, createdAt)
  const id = replaced?.id ?? (await requestIds.next())
  const priced = await pricedAs(prices, workspace, record)
  const rows = rowsOf(record, priced, stored, {
    workspace,
    id,
    createdAt,
    tracked: replaced?.tracked ?? null,
  })
  const scores = record.scores.map(({ name, score }) =>
    upsertScore(store, { workspace, request: id, name: storable(name), score }),
  )
  if (store.dialect === 'sqlite') indexerOf(store).noteRequest()
  else pendingWordsOf(store).noteRequest()
  return {
    id,
    row: rows.row,
    statements: [...insertStatements(store, rows, stored.media), ...scores],
    framed: 'frame' in rows.payload ? rows.payload : null,
    cost: priced.cost,
  }
}

async function pricedAs(prices: RecordDependencies['prices'], workspace: WorkspaceId, record: RequestHead) {
  if (record.price !== null)
    return { source: 'given', price: record.price, cost: new Money(record.price) } as const
  const { source, price } = await prices.price(workspace, pricedCallOf(record))
  return { source, price: price?.toNumber() ?? 0, cost: price } as const
}
