import { storable } from '../../engine/storable.ts'
import type { Context } from '../context.ts'
import type { DatasetRow } from '../db/index.ts'
import type { Lease } from '../jobs/index.ts'
import { csvSource, type ImportSource, isCsv, jsonSource, readHeader } from '../sheet-files/index.ts'
import { refuseTooManyRows } from './add-row.ts'
import { updateDataset } from './dataset-queries.ts'
import type { FileFilling } from './filling.ts'
import { insertDatasetRows } from './row-queries.ts'

/** Fills a dataset from a file. Surveys the whole file before writing the first row. */
export async function fillFromFile(
  { uploads, now }: Context,
  lease: Lease,
  dataset: DatasetRow,
  filling: FileFilling & { readonly publish: boolean },
): Promise<void> {
  const pieces = () => uploads.read(lease.workspace, filling.upload)
  const isTable = isCsv(filling.fileName)
  const source = (isTable ? csvSource(pieces) : jsonSource(pieces)) as ImportSource
  const plan = filling.plan ?? (await survey())
  let count = dataset.row_count
  for await (const { titles, rows } of source.batches(plan, count)) {
    lease.signal.throwIfAborted()
    const first = count
    count = await lease.commit(async (tx) => {
      await insertDatasetRows(
        tx,
        dataset,
        first,
        rows.map((row) => storable(JSON.stringify(row))),
      )
      const row_count = first + rows.length
      await updateDataset(tx, dataset, { column_names: JSON.stringify(titles), row_count, updated_at: now() })
      return row_count
    })
  }

  async function survey(): Promise<unknown> {
    const result = await source.survey(isTable ? { titles: await readHeader(pieces) } : null)
    refuseTooManyRows(result.rows)
    await lease.commit((tx) =>
      updateDataset(tx, dataset, {
        filling: JSON.stringify({ ...filling, plan: result.plan }),
        column_names: JSON.stringify((result.plan as { titles: string[] }).titles),
      }),
    )
    return result.plan
  }
}
