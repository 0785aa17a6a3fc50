import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Keeps a statement below PostgreSQL's 65,535 and SQLite's 32,766 bound values. */
const batch = 5000

export interface Content {
  readonly hash: string
  readonly content: string
}

/** Keeps existing contents. Sorted, so that concurrent transactions lock rows in one order. */
export async function insertContents(tx: Tx, workspace: WorkspaceId, contents: readonly Content[]) {
  const sorted = contents.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  for (let offset = 0; offset < sorted.length; offset += batch)
    await tx
      .insertInto('skill_contents')
      .values(
        sorted
          .slice(offset, offset + batch)
          .map(({ hash, content }) => ({ workspace_id: workspace, hash, content })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function findContents(
  db: Database,
  workspace: WorkspaceId,
  hashes: readonly string[],
): Promise<Content[]> {
  const contents: Content[] = []
  for (let offset = 0; offset < hashes.length; offset += batch)
    contents.push(
      ...(await db
        .selectFrom('skill_contents')
        .select(['hash', 'content'])
        .where('workspace_id', '=', workspace)
        .where('hash', 'in', hashes.slice(offset, offset + batch))
        .execute()),
    )
  return contents
}
