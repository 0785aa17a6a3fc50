import { type CompiledQuery, sql } from 'kysely'
import { chunksOf, type Database, type MediaRow, type Store, type Tx } from '../../db/index.ts'
import type { Media } from './take-out.ts'

/** Statements that store the media of a request, for the unit of the request. */
export function insertMedia(
  { db }: Store,
  workspace: number,
  request: number,
  media: readonly Media[],
): CompiledQuery[] {
  // Units lock media in one order.
  const sorted = media.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  const rows = sorted.map(({ sha256 }) => ({ workspace_id: workspace, request_id: request, sha256 }))
  return [
    ...sorted.map(({ sha256, type, bytes }) => insertOnce(db, workspace, { sha256, type, bytes })),
    ...Array.from(chunksOf(rows), (chunk) => db.insertInto('request_media').values(chunk).compile()),
  ]
}

/** Known media are locked and not written again: on PostgreSQL they must not be deleted before the unit commits. */
const insertOnce = (db: Database, workspace: number, { sha256, type, bytes }: Media) =>
  db
    .insertInto('media')
    .values({ workspace_id: workspace, sha256, type, size: bytes.length, bytes, object: null })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'sha256'])
        .doUpdateSet((eb) => ({ size: eb.ref('media.size') }))
        .where(sql<boolean>`1 = 0`),
    )
    .compile()

export type StoredMedia = Pick<MediaRow, 'sha256' | 'type' | 'size' | 'bytes' | 'object'>

export async function listStoredMedia(
  { scan }: Store,
  workspace: number,
  hashes: readonly string[],
): Promise<StoredMedia[]> {
  const found: StoredMedia[] = []
  for (const chunk of chunksOf(hashes))
    found.push(
      ...(await scan
        .selectFrom('media')
        .select(['sha256', 'type', 'size', 'bytes', 'object'])
        .where('workspace_id', '=', workspace)
        .where('sha256', 'in', chunk)
        .execute()),
    )
  return found
}

/** Media of a request, without their bytes. */
export const listMedia = (
  db: Database,
  workspace: number,
  request: number,
): Promise<Pick<MediaRow, 'sha256' | 'type' | 'size'>[]> =>
  db
    .selectFrom('request_media')
    .innerJoin('media', (join) =>
      join
        .onRef('media.workspace_id', '=', 'request_media.workspace_id')
        .onRef('media.sha256', '=', 'request_media.sha256'),
    )
    .select(['media.sha256', 'media.type', 'media.size'])
    .where('request_media.workspace_id', '=', workspace)
    .where('request_media.request_id', '=', request)
    .orderBy('media.sha256')
    .execute()

/** Media whose bytes the database has, the next to move. */
export const findUnmoved = ({ scan }: Store, workspace: number) =>
  scan
    .selectFrom('media')
    .select(['sha256', 'bytes'])
    .where('workspace_id', '=', workspace)
    .where('object', 'is', null)
    .orderBy('sha256')
    .limit(1)
    .executeTakeFirst()

export const pointAtObject = (tx: Tx, workspace: number, sha256: string, object: number) =>
  tx
    .updateTable('media')
    .set({ bytes: new Uint8Array(), object })
    .where('workspace_id', '=', workspace)
    .where('sha256', '=', sha256)
    .where('object', 'is', null)
    .execute()

export const findMediaIn = (db: Database, object: number) =>
  db
    .selectFrom('media')
    .select(['workspace_id', 'sha256', 'size'])
    .where('object', '=', object)
    .executeTakeFirst()

export const putMediaBack = (tx: Tx, object: number, bytes: Uint8Array) =>
  tx.updateTable('media').set({ bytes, object: null }).where('object', '=', object).execute()
