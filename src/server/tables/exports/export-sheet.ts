import { exportMediaTypes } from '../../../contract/index.ts'
import { writeCsv, writeJsonl, writeParquet, writeXlsx } from '../../files/index.ts'
import { type Handler, StreamedDownload } from '../../http/handler.ts'
import { exportedColumns } from './exported-columns.ts'
import { readValues } from './read-values.ts'
import { takeSnapshot } from './take-snapshot.ts'

export const exportSheet: Handler<'exportSheet'> = async ({ store }, { caller, params, query }) => {
  const loaded = await takeSnapshot(store, caller.workspace, params)
  const { title } = loaded.sheet
  const columns = exportedColumns(loaded, query.column_ids, query.include_system_columns)
  const titles = columns.map((column) => column.title)
  const pages = readValues(store, loaded, columns)
  const write = {
    csv: () => writeCsv(titles, pages, { escapeFormulas: query.escape_formulas }),
    jsonl: () => writeJsonl(titles, pages),
    xlsx: () => writeXlsx(titles, pages, title),
    // What kind of values a column has is known after its last row.
    parquet: () =>
      writeParquet(
        titles.map((title) => ({ title, kind: 'text' as const })),
        pages,
      ),
  }
  const { format } = query
  return new StreamedDownload(write[format](), `${nameOf(title)}.${format}`, exportMediaTypes[format])
}

/** Sheets made of files are called like these. */
const nameOf = (title: string): string => title.replace(/(.)\.(?:csv|jsonl?)$/i, '$1')
