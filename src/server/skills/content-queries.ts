import { chunksOf, type Database, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Maximum contents of one statement. PostgreSQL accepts 65,535 bound values, SQLite 32,766. */
const maxContents = 5000

export interface Content {
  readonly hash: string
  readonly content: string
}

/** Inserts contents that do not exist yet. They are sorted, so that concurrent transactions lock rows in the same order. */
export async function insertContents(tx: Tx, workspace: WorkspaceId, contents: readonly Content[]) {
  const sorted = contents.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  for (const chunk of chunksOf(sorted, maxContents))
    await tx
      .insertInto('skill_contents')
      .values(chunk.map(({ hash, content }) => ({ workspace_id: workspace, hash, content })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function findContents(
  db: Database,
  workspace: WorkspaceId,
  hashes: readonly string[],
): Promise<Content[]> {
  const contents: Content[] = []
  for (const chunk of chunksOf(hashes, maxContents))
    contents.push(
      ...(await db
        .selectFrom('skill_contents')
        .select(['hash', 'content'])
        .where('workspace_id', '=', workspace)
        .where('hash', 'in', chunk)
        .execute()),
    )
  return contents
}
