import type { Pages } from './pages.ts'
import type { FileColumn } from './write-parquet.ts'

export { displayOf } from './display.ts'
export { withoutGuard } from './formula-guard.ts'
export type { Pages } from './pages.ts'
export { writeCsv } from './write-csv.ts'
export { writeJsonl } from './write-jsonl.ts'
export type { FileColumn } from './write-parquet.ts'
export { writeXlsx } from './write-xlsx.ts'

/** Its library is as large as the room of prompts: it is loaded by the first such file. */
export async function* writeParquet(columns: readonly FileColumn[], pages: Pages): AsyncGenerator<Buffer> {
  const { writeParquet: write } = await import('./write-parquet.ts')
  yield* write(columns, pages)
}
