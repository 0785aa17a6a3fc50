import type { Endpoints, Query } from '../../contract/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import type { AuditEventRow, Database } from '../db/index.ts'
import { isoTime } from '../http/iso-time.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  type AuditFilter,
  type IdRange,
  selectEvents,
  selectFloor,
  selectIdsWithin,
} from './audit-queries.ts'

/** Events that one page with a text or an actor reads: about 10 MB, some 50 ms of a reader. */
const maxScannedEvents = 2_000

type AuditQuery = Pick<
  Query<Endpoints['listAuditEvents']>,
  'operation' | 'actor_id' | 'q' | 'since' | 'until'
>

export const filterOf = ({ operation, actor_id, q, since, until }: AuditQuery): AuditFilter => ({
  operation,
  actor: actor_id,
  text: q,
  since,
  until,
})

/** The ids to search; null if no event lies in the time range. */
export async function idRangeOf(
  db: Database,
  workspace: WorkspaceId,
  { since, until }: AuditFilter,
  before: number | undefined,
): Promise<IdRange | null> {
  if (since === undefined && until === undefined) return { from: 0, before }
  const ids = await selectIdsWithin(db, workspace, { since, until })
  return ids && { from: ids.first, before: Math.min(before ?? Number.POSITIVE_INFINITY, ids.last + 1) }
}

/** A page of matching events, newest first, and the end of the next one; null after the last. */
export async function selectPage(
  db: Database,
  workspace: WorkspaceId,
  filter: AuditFilter,
  ids: IdRange,
  limit: number,
): Promise<{ readonly rows: readonly AuditEventRow[]; readonly next: number | null }> {
  const isSearch = filter.text !== undefined || filter.actor !== undefined
  const floor = isSearch ? await selectFloor(db, workspace, ids, maxScannedEvents) : null
  const range = { from: floor ?? ids.from, before: ids.before }
  const rows = await selectEvents(db, workspace, filter, range, limit + 1)
  if (rows.length <= limit) return { rows, next: floor }
  const page = rows.slice(0, limit)
  return { rows: page, next: page.at(-1)!.id }
}

export const presentEvent = (row: AuditEventRow) => ({
  id: row.id,
  at: isoTime(row.at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  operation: row.operation,
  params: JSON.parse(row.params) as Record<string, unknown>,
  given: parseExact(row.given) as unknown,
  before: parseExact(row.before) as unknown,
  after: row.after === null ? null : (parseExact(row.after) as unknown),
})
