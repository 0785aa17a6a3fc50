import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<boolean>

const keys = {
  requests: { row: sql.ref('r'), id: sql.ref('id') },
  traces: { row: sql.ref('t'), id: sql.ref('trace_id') },
} as const

export type CopiedTableName = keyof typeof keys

/** A condition on a request `r` or a trace `t` that excludes rows that a batch has replaced but not deleted yet. */
export function isCurrent(table: CopiedTableName, workspace: number, finished: number): Condition {
  const { row, id } = keys[table]
  const later = sql`from ${sql.table(table)} where workspace_id = ${workspace} and batch > ${finished}`
  return sql`(${row}.${id} not in (select ${id} ${later})
    or (${row}.${id}, ${row}.batch) in (select ${id}, max(batch) ${later} group by ${id}))`
}
