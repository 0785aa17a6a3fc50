import { exportMediaTypes } from '../../../contract/index.ts'
import { writeCsv, writeJsonl, writeParquetAsFound, writeXlsx } from '../../files/index.ts'
import { type Handler, StreamedDownload } from '../../http/handler.ts'
import { exportedColumns } from './exported-columns.ts'
import { snapshotOfRows } from './matching-rows.ts'
import { readValues } from './read-values.ts'

export const exportSheet: Handler<'exportSheet'> = async ({ store }, { caller, params, query }) => {
  const { loaded, rows } = await snapshotOfRows(store, caller.workspace, params, query.filters)
  const { title } = loaded.sheet
  const columns = exportedColumns(loaded, query.column_ids, query.include_system_columns)
  const titles = columns.map((column) => column.title)
  const read = () => readValues(store, loaded, columns, rows)
  const write = {
    csv: () => writeCsv(titles, read(), { escapeFormulas: query.escape_formulas }),
    jsonl: () => writeJsonl(titles, read()),
    xlsx: () => writeXlsx(titles, read(), title),
    parquet: () => writeParquetAsFound(titles, read),
  }
  const { format } = query
  return new StreamedDownload(write[format](), `${nameOf(title)}.${format}`, exportMediaTypes[format])
}

/** Removes the extension of a file, which the title of an imported sheet may have. */
const nameOf = (title: string): string => title.replace(/(.)\.(?:csv|jsonl?)$/i, '$1')
