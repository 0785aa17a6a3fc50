import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { madeBy } from '../authors/index.ts'
import {
  type Database,
  type ListOrder,
  type ListPage,
  rowsOfPage,
  type Tables,
  type TimeBounds,
} from '../db/index.ts'
import { type EntityKind, hasMapping, mappingFilter } from '../external-ids/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** The filters that the lists of all kinds of entities have. */
export interface ListFilter extends TimeBounds {
  readonly created_by_email?: string | undefined
  readonly external_source?: string | undefined
  readonly external_id?: string | undefined
}

type ListedTable = 'prompts' | 'workflows' | 'tools' | 'skill_collections' | 'datasets' | 'reports'

/**
 * The condition of the filter. `table` has the times of the entity; `id` is the column with its id, for authors and
 * external ids.
 */
export function matchesFilter(
  workspace: WorkspaceId,
  kind: EntityKind,
  table: ListedTable,
  filter: ListFilter,
  id = `${table}.id`,
): Expression<SqlBool> {
  const created = sql.ref(`${table}.created_at`)
  const updated = sql.ref(`${table}.updated_at`)
  const { created_after, created_before, updated_after, updated_before, created_by_email } = filter
  const mapping = mappingFilter(filter)
  const conditions = [
    created_after === undefined ? [] : [sql`${created} >= ${created_after}`],
    created_before === undefined ? [] : [sql`${created} <= ${created_before}`],
    updated_after === undefined ? [] : [sql`${updated} >= ${updated_after}`],
    updated_before === undefined ? [] : [sql`${updated} <= ${updated_before}`],
    created_by_email === undefined ? [] : [madeBy(workspace, created_by_email, kind, id)],
    mapping ? [hasMapping(workspace, mapping, kind, id)] : [],
  ].flat()
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** One page of a query, sorted by a column of the table (by default the one that the page names), then by id. */
export function pageOf<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  table: ListedTable,
  { sort_by, sort_order, ...page }: ListPage,
  column: Expression<unknown> = sql.ref(`${table}.${sort_by}`),
): SelectQueryBuilder<Db, Table, Row> {
  const { limit, offset } = rowsOfPage(page)
  const sorted = query.orderBy(column, sort_order).orderBy(sql.ref(`${table}.id`), sort_order)
  return sorted.limit(limit).offset(offset)
}

/** All entities that match and are not deleted, sorted by a column, then by id. */
export async function listEntities<Table extends 'tools' | 'skill_collections'>(
  db: Database,
  workspace: WorkspaceId,
  table: Table,
  kind: EntityKind,
  { sort_by, sort_order, ...filter }: ListFilter & ListOrder,
): Promise<Tables[Table][]> {
  const rows = await db
    .selectFrom(table as 'tools')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(matchesFilter(workspace, kind, table, filter))
    .orderBy(sort_by, sort_order)
    .orderBy('id', sort_order)
    .execute()
  return rows as unknown as Tables[Table][]
}
