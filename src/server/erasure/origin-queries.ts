import { chunksOf, deleteRows, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Written columns, whose values may name the request or trace that a row was made from. */
export async function originColumnsOf(
  { scan }: Store,
  workspace: WorkspaceId,
  sheets: readonly number[],
): Promise<
  { readonly sheet: number; readonly number: number; readonly title: string; readonly type: string }[]
> {
  if (sheets.length === 0) return []
  return scan
    .selectFrom('sheet_columns')
    .select(['sheet', 'number', 'title', 'type'])
    .where('workspace_id', '=', workspace)
    .where('sheet', 'in', sheets)
    .where('type', 'in', ['TEXT', 'TRACE'])
    .execute()
}

export async function namesOfDatasets(
  { scan }: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await scan
    .selectFrom('datasets')
    .select(['id', 'column_names'])
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, column_names }) => [id, JSON.parse(column_names) as string[]]))
}

export async function addSubjects(
  tx: Tx,
  workspace: WorkspaceId,
  deletion: string,
  subjects: readonly string[],
): Promise<void> {
  for (const chunk of chunksOf(subjects))
    await tx
      .insertInto('deleted_subjects')
      .values(chunk.map((subject) => ({ workspace_id: workspace, deletion_id: deletion, subject })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Returns the subjects that the deletion has deleted. */
export async function findSubjects(
  { scan }: Store,
  workspace: WorkspaceId,
  deletion: string,
  subjects: readonly string[],
): Promise<Set<string>> {
  const deleted = new Set<string>()
  for (const chunk of chunksOf(subjects)) {
    const rows = await scan
      .selectFrom('deleted_subjects')
      .select('subject')
      .where('workspace_id', '=', workspace)
      .where('deletion_id', '=', deletion)
      .where('subject', 'in', chunk)
      .execute()
    for (const { subject } of rows) deleted.add(subject)
  }
  return deleted
}

export const clearSubjects = (tx: Tx, workspace: WorkspaceId, deletion: string) =>
  deleteRows(tx, 'deleted_subjects', { workspace_id: workspace, deletion_id: deletion })
