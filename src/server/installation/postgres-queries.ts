import { sql } from 'kysely'
import type { Store } from '../db/index.ts'

interface TableSize {
  readonly table_name: string
  readonly bytes: string
  /** The number from the last vacuum or analyze; negative before the first one. */
  readonly rows: number
}

/** Sizes from the catalog, including indexes and TOAST. A partition counts for its table. */
export const tableSizesQuery = ({ db }: Store) =>
  sql<TableSize>`
    select whole.relname as table_name,
      pg_total_relation_size(part.oid)::text as bytes, part.reltuples::float8 as rows
    from pg_class as part
    join pg_class as whole on whole.oid = coalesce(pg_partition_root(part.oid), part.oid)
    where part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace`.compile(db)

export const databaseSizeQuery = ({ db }: Store) =>
  sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.compile(db)

export const countQuery = ({ db }: Store, table: string) =>
  sql<{ rows: string }>`select count(*)::text as rows from ${sql.table(table)}`.compile(db)
