import { sql } from 'kysely'
import type { CompiledQuery, Store } from '../db/index.ts'

interface Tree {
  readonly name: string
  readonly table_name: string
}

/** All trees in the file, with their tables. */
export const treesQuery = ({ db }: Store): CompiledQuery<Tree> =>
  sql<Tree>`select name, tbl_name as table_name from sqlite_schema where rootpage > 0`.compile(db)

/** Reads all pages of the trees, up to the time limit. */
export const treeSizesQuery = ({ db }: Store, names: readonly string[]) =>
  sql<{ bytes: number | null }>`
    select sum(pgsize) as bytes from dbstat
    where name in (${sql.join(names)}) and on_time(pageno)`.compile(db)

/** Counts in the smallest index, up to the time limit. */
export const countQuery = ({ db }: Store, table: string) =>
  sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)} where on_time(workspace_id)`.compile(
    db,
  )

/** The first and the last row id of a table, which two lookups find. */
export const extentQuery = ({ db }: Store, table: string) =>
  sql<{ first: number | null; last: number | null }>`
    select (select min(rowid) from ${sql.table(table)}) as first,
      (select max(rowid) from ${sql.table(table)}) as last`.compile(db)

/** Row size of the tables that are too large to measure: the length of their long columns plus a constant. */
const rowSizes: Readonly<Record<string, string>> = {
  requests:
    'octet_length(tags) + octet_length(metadata) + octet_length(facets) + coalesce(octet_length(prompt_input_variables), 0) + coalesce(octet_length(error_message), 0) + 200',
  request_payloads: 'octet_length(payload) + 20',
  payload_frames: 'octet_length(frame) + 10',
  media: 'octet_length(bytes) + 140',
  spans: 'octet_length(document) + coalesce(octet_length(packed), 0) + octet_length(digest) + 160',
}

export const isSampled = (table: string): boolean => Object.hasOwn(rowSizes, table)

/** Mean size of the rows with these ids. Ids without a row are ignored. */
export const sampleQuery = ({ db }: Store, table: string, rowids: readonly number[]) =>
  sql<{ bytes: number | null }>`
    select avg(${sql.raw(rowSizes[table]!)}) as bytes from ${sql.table(table)}
    where rowid in (${sql.join(rowids)})`.compile(db)
