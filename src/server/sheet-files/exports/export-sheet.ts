import { exportMediaTypes } from '../../../contract/index.ts'
import { writeCsv, writeJsonl, writeParquetDetectingTypes, writeXlsx } from '../../files/index.ts'
import { type Handler, StreamedDownload } from '../../http/handler.ts'
import { getTable } from '../../sheets/storage/index.ts'
import { exportedColumns } from './exported-columns.ts'
import { snapshotOfRows } from './matching-rows.ts'
import { readValues } from './read-values.ts'

export const exportSheet: Handler<'exportSheet'> = async ({ store }, { caller, params, query }) => {
  const { loaded, rows } = await snapshotOfRows(store, caller.workspace, params, query.filters)
  const { title } = loaded.sheet
  const table = await getTable(store.db, caller.workspace, params.table_id)
  const columns = exportedColumns(loaded, query.column_ids, query.include_system_columns)
  const titles = columns.map((column) => column.title)
  const values = () => readValues(store, loaded, columns, rows)
  const write = {
    csv: () => writeCsv(titles, values(), { escapeFormulas: query.escape_formulas }),
    jsonl: () => writeJsonl(titles, values()),
    xlsx: () => writeXlsx(titles, values(), title),
    parquet: () => writeParquetDetectingTypes(titles, values),
  }
  const { format } = query
  const name = `${nameOf(table.title)} ${nameOf(title)}.${format}`
  return new StreamedDownload(write[format](), name, exportMediaTypes[format])
}

/** Removes the extension of a file, which the title of an imported sheet may have. */
const nameOf = (title: string): string => title.replace(/(.)\.(?:csv|jsonl?)$/i, '$1')
