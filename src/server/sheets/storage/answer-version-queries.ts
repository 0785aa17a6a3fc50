import { sql } from 'kysely'
import type { SheetRow, Store } from '../../db/index.ts'

export interface AnswersOfVersion {
  readonly column_number: number
  readonly prompt_id: number | null
  readonly version_number: number | null
  readonly answers: number
}

/** Counts the values of columns by the prompt version in their metrics. The version is null where it is not known. */
export async function countAnswersByVersion(
  { scan, dialect }: Pick<Store, 'scan' | 'dialect'>,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
  columns: readonly number[],
): Promise<AnswersOfVersion[]> {
  if (columns.length === 0) return []
  const field = (name: string) =>
    dialect === 'sqlite'
      ? sql<number | null>`metrics ->> ${sql.lit(`$.${name}`)}`
      : sql<number | null>`(metrics::json ->> ${sql.lit(name)})::bigint`
  const rows = await scan
    .selectFrom('sheet_cells')
    .select([
      'column_number',
      field('prompt_id').as('prompt_id'),
      field('prompt_version_number').as('version_number'),
      (select) => select.fn.countAll<number>().as('answers'),
    ])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('column_number', 'in', columns)
    // An empty answer is a JSON null.
    .where('value', '<>', 'null')
    .groupBy(['column_number', 'prompt_id', 'version_number'])
    .execute()
  return rows.map(({ column_number, prompt_id, version_number, answers }) => ({
    column_number,
    prompt_id: prompt_id === null ? null : Number(prompt_id),
    version_number: version_number === null ? null : Number(version_number),
    answers: Number(answers),
  }))
}
