import { exportMediaTypes } from '../../../contract/index.ts'
import type { Json } from '../../../engine/json/json.ts'
import { type FileColumn, type Pages, writeCsv, writeJsonl, writeParquet } from '../../files/index.ts'
import { StreamedDownload } from '../../http/handler.ts'
import { refusingTimeout } from '../search/time-limit.ts'

interface Options {
  /** The name of the file without its extension. */
  readonly name: string
  readonly format: 'jsonl' | 'csv' | 'parquet'
  readonly header: boolean
  readonly escape_formulas: boolean
}

type Rows = AsyncGenerator<readonly (readonly Json[])[]>

/** Sends a search as a file. Waits for the first page, so that errors up to then get an HTTP status. */
export async function rowsDownload(
  columns: readonly FileColumn[],
  rows: Rows,
  { name, format, header, escape_formulas }: Options,
): Promise<StreamedDownload> {
  const pages = await refusingTimeout(() => withFirstPage(rows))
  const titles = columns.map(({ title }) => title)
  const write = {
    csv: () => writeCsv(titles, pages, { escapeFormulas: escape_formulas, hasHeader: header }),
    jsonl: () => writeJsonl(titles, pages),
    parquet: () => writeParquet(columns, pages),
  }
  return new StreamedDownload(write[format](), `${name}.${format}`, exportMediaTypes[format])
}

async function withFirstPage(pages: Rows): Promise<Pages> {
  const firstPage = await pages.next()
  return (async function* () {
    try {
      if (!firstPage.done) yield firstPage.value
      yield* pages
    } finally {
      await pages.return(undefined)
    }
  })()
}
