import type { ClickHouse } from './client.ts'
import type { CopiedTable } from './copied-table.ts'
import { onlyRow } from './unavailable.ts'

export async function countCopied(clickhouse: ClickHouse, { name }: CopiedTable): Promise<number> {
  return onlyRow(await clickhouse.rows<{ rows: number }>(`select count() as rows from ${name}`)).rows
}

/** The bytes of the tables' parts, found without reading them. */
export async function sizeOfCopy(
  clickhouse: ClickHouse,
  tables: readonly CopiedTable[],
  milliseconds: number,
): Promise<number> {
  const rows = await clickhouse.rows<{ bytes: number }>(
    `select sum(bytes_on_disk) as bytes from system.parts
      where active and database = currentDatabase() and table in (${tables.map(({ name }) => `'${name}'`)})`,
    milliseconds,
  )
  return onlyRow(rows).bytes
}

export const emptyCopy = (clickhouse: ClickHouse, { name }: CopiedTable): Promise<void> =>
  clickhouse.command(`truncate table ${name}`)
