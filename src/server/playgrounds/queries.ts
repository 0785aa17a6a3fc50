import {
  changeRows,
  contains,
  type Database,
  numberedRows,
  type PlaygroundRow,
  rowsOfPage,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const playgroundRows = numberedRows('playgrounds')

export type ListedRow = Omit<PlaygroundRow, 'workspace_id' | 'content'>

const listed = [
  'id',
  'name',
  'version',
  'variant_count',
  'case_count',
  'models',
  'created_at',
  'created_by_kind',
  'created_by_name',
  'updated_at',
  'updated_by_kind',
  'updated_by_name',
] as const

interface Page {
  readonly name: string | undefined
  readonly page: number
  readonly per_page: number
}

export async function selectPlaygrounds(db: Database, workspace: WorkspaceId, { name, ...page }: Page) {
  const { limit, offset } = rowsOfPage(page)
  const matching = db
    .selectFrom('playgrounds')
    .where('workspace_id', '=', workspace)
    .$if(name !== undefined, (query) => query.where(contains('name', name!)))
  const rows: ListedRow[] = await matching
    .select(listed)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Changes the playground if its version is still `base`; returns false otherwise. */
export const changePlayground = async (
  tx: Tx,
  { workspace_id, id, ...change }: PlaygroundRow,
  base: number,
): Promise<boolean> =>
  (await changeRows(tx, 'playgrounds', { workspace_id, id, version: base }, change)) === 1
