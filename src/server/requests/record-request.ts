import { boundedTimes } from '../../engine/bounded-times.ts'
import type { Masked } from '../../engine/masking/index.ts'
import { Money } from '../../engine/price/index.ts'
import { storable } from '../../engine/storable.ts'
import type { Context } from '../context.ts'
import type { CompiledQuery, FramedPayload, PayloadFrames, RequestRow } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { pricedCallOf } from './billing.ts'
import { indexerOf } from './indexing/indexer.ts'
import { pendingWordsOf } from './indexing/pending-words.ts'
import { insertStatements } from './insert-queries.ts'
import { openMonth } from './month-queries.ts'
import { upsertScore } from './queries.ts'
import { type RequestHead, type RequestRecord, rowsOf } from './request-rows.ts'
import { type StoredContent, storedContentOf } from './stored-content.ts'

/** The surroundings of recording. Inside a transaction, pass the prices of `fixedFor`. */
export interface RecordDependencies extends Pick<Context, 'store' | 'now' | 'requestIds'> {
  /** On SQLite, the frames that the requests of the call share. */
  readonly frames?: PayloadFrames
  readonly prices: Pick<Context['prices'], 'price'>
}

export interface RecordedRequest {
  readonly id: number
  readonly row: RequestRow
  /** The statements for all rows of the request, which the caller passes to `store.append`. Several requests can share a unit. */
  readonly statements: readonly CompiledQuery[]
  /** Set if the caller must add the payload to the unit with `framedPayloads`. */
  readonly framed: FramedPayload | null
  /** Hashes of the media in its body. */
  readonly media: readonly string[]
  /** The exact cost; null if the caller gave no price and none can be computed. */
  readonly cost: Money | null
}

/** The values of a stored request that stay when `replaceRequest` records it again. */
interface ReplacedRequest {
  readonly id: number
  readonly createdAt: number
  /** Variables that were tracked on the request. They take precedence over those of the record. */
  readonly tracked: Readonly<Record<string, unknown>> | null
}

/** Makes the statements that store a request. Requests of all sources are stored here. */
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

/** As `recordRequest`, for a request whose content is already in the stored form. */
export async function recordStored(
  { store, now, requestIds, prices }: RecordDependencies,
  workspace: WorkspaceId,
  record: Masked<RequestHead>,
  stored: StoredContent,
  replaced?: ReplacedRequest,
): Promise<RecordedRequest> {
  const arrivedAt = now()
  const createdAt = replaced?.createdAt ?? arrivedAt
  // An existing request already has its partition.
  if (!replaced) await openMonth(store, createdAt)
  const id = replaced?.id ?? (await requestIds.next())
  const priced = await priceOf(prices, workspace, record)
  const timed = { ...record, ...boundedTimes(record, arrivedAt) }
  const rows = rowsOf(store, timed, priced, stored, {
    workspace,
    id,
    createdAt,
    tracked: replaced?.tracked ?? null,
  })
  const scores = record.scores.map(({ name, score }) =>
    upsertScore(store, { workspace, request: id, name: storable(name), score }),
  )
  if (store.dialect === 'sqlite') indexerOf(store).countRequest()
  else pendingWordsOf(store).countRequest()
  return {
    id,
    row: rows.row,
    statements: [...insertStatements(store, rows, stored.media), ...scores],
    framed: 'frame' in rows.payload ? rows.payload : null,
    media: stored.media.map(({ sha256 }) => sha256),
    cost: priced.cost,
  }
}

async function priceOf(prices: RecordDependencies['prices'], workspace: WorkspaceId, record: RequestHead) {
  if (record.price !== null)
    return { source: 'given', price: record.price, cost: new Money(record.price) } as const
  const { source, price } = await prices.price(workspace, pricedCallOf(record))
  return { source, price: price?.toNumber() ?? 0, cost: price } as const
}
