import { exportMediaTypes } from '../../../contract/index.ts'
import { type Handler, StreamedDownload } from '../../http/handler.ts'
import { exportedColumns } from './exported-columns.ts'
import { readValues } from './read-values.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { writeCsv } from './write-csv.ts'
import { writeJsonl } from './write-jsonl.ts'
import { writeParquet } from './write-parquet.ts'
import { writeXlsx } from './write-xlsx.ts'

export const exportSheet: Handler<'exportSheet'> = async ({ store }, { caller, params, query }) => {
  const loaded = await takeSnapshot(store, caller.workspace, params)
  const { title } = loaded.sheet
  const columns = exportedColumns(loaded, query.column_ids, query.include_system_columns)
  const titles = columns.map((column) => column.title)
  const pages = readValues(store, loaded, columns)
  const write = {
    csv: () => writeCsv(titles, pages, query.escape_formulas),
    jsonl: () => writeJsonl(titles, pages),
    xlsx: () => writeXlsx(titles, pages, title),
    parquet: () => writeParquet(titles, pages),
  }
  const { format } = query
  return new StreamedDownload(write[format](), `${title}.${format}`, exportMediaTypes[format])
}
