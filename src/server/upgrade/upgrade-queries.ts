import type { Inspection } from '../db/index.ts'

export interface TableSize {
  readonly rows: number
  /** True if the number comes from the last vacuum, because counting would take long. */
  readonly isEstimate: boolean
  /** Bytes of the table with its indexes. */
  readonly bytes: number
}

/** PostgreSQL counts this many rows in about a second. */
const maxCountedRows = 1_000_000

export async function measureTable(inspection: Inspection, table: string): Promise<TableSize> {
  if (inspection.dialect === 'sqlite') {
    const [size] = await inspection.query<{ bytes: number | null }>(
      `select sum(pgsize) as bytes from dbstat where name in (select name from sqlite_schema where tbl_name = '${table}')`,
    )
    return { rows: await countRows(inspection, table), isEstimate: false, bytes: size?.bytes ?? 0 }
  }
  const [size] = await inspection.query<{ bytes: number; rows: number }>(`
    select coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as bytes, coalesce(sum(reltuples), -1)::float8 as rows
    from pg_partition_tree('${table}') join pg_class on pg_class.oid = relid where isleaf`)
  const { bytes, rows } = size!
  if (rows > maxCountedRows) return { rows, isEstimate: true, bytes }
  return { rows: await countRows(inspection, table), isEstimate: false, bytes }
}

async function countRows(inspection: Inspection, table: string): Promise<number> {
  const [row] = await inspection.query<{ rows: number | string }>(`select count(*) as rows from ${table}`)
  return Number(row!.rows)
}

export interface ConnectedProgram {
  /** `galley/0.2.0`; programs before 0.2.0 state only `galley`. */
  readonly application: string
  readonly connections: number
}

/** The programs that are connected to the database, except this one. */
export function connectedPrograms(inspection: Inspection): Promise<ConnectedProgram[]> {
  return inspection.query<ConnectedProgram>(`
    select application_name as application, count(*)::int as connections from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`)
}
