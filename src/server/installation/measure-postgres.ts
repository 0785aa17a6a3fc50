import { firstRow, type Measure, type MeasuredPart, timeLimits } from './measure.ts'
import { countedTables, partOf, parts } from './parts.ts'
import { countQuery, databaseSizeQuery, tableSizesQuery } from './postgres-queries.ts'

/** Reads sizes from the catalog. Counts rows if that is fast; otherwise uses the number from the last vacuum. */
export const measurePostgres: Measure = async (store) => {
  const [[database], tables] = await Promise.all([
    store.timedQuery(databaseSizeQuery(store), timeLimits.size),
    store.timedQuery(tableSizesQuery(store), timeLimits.size),
  ])
  const measured: MeasuredPart[] = []
  for (const name of parts) {
    const partTables = tables.filter(({ table_name }) => partOf(table_name) === name)
    const table = countedTables[name]
    const counted =
      table === undefined ? null : await firstRow(store, countQuery(store, table), timeLimits.count)
    const estimated = partTables.filter(({ table_name, rows }) => table_name === table && rows >= 0)
    measured.push({
      name,
      bytes: sum(partTables.map(({ bytes }) => Number(bytes))),
      rows: counted
        ? Number(counted.rows)
        : estimated.length > 0
          ? sum(estimated.map(({ rows }) => rows))
          : null,
      isEstimate: table !== undefined && counted === null,
    })
  }
  return { bytes: Number(database!.bytes), parts: measured }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
