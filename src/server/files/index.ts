/** Writes rows of values as CSV, JSON lines, XLSX and Parquet, as a stream. */

import type { Pages } from './pages.ts'
import type { FileColumn } from './write-parquet.ts'

export { displayOf } from './display.ts'
export { withoutGuard } from './formula-guard.ts'
export type { Pages } from './pages.ts'
export { writeCsv } from './write-csv.ts'
export { writeJsonl } from './write-jsonl.ts'
export type { FileColumn } from './write-parquet.ts'
export { writeXlsx } from './write-xlsx.ts'

/** Loaded with the first Parquet file: the library is as large as the prompts room. */
const parquet = () => import('./write-parquet.ts')

export async function* writeParquet(columns: readonly FileColumn[], pages: Pages): AsyncGenerator<Buffer> {
  yield* (await parquet()).writeParquet(columns, pages)
}

export async function* writeParquetDetectingTypes(
  titles: readonly string[],
  read: () => Pages,
): AsyncGenerator<Buffer> {
  yield* (await parquet()).writeParquetDetectingTypes(titles, read)
}
