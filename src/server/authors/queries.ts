import { type Expression, type SqlBool, sql } from 'kysely'
import { type AuthorRow, chunksOf, type Database, insertRows, type Tx } from '../db/index.ts'
import type { EntityKind } from '../external-ids/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export type AuthoredKind = EntityKind | 'prompt-version' | 'workflow-version' | 'dashboard'

export const insertAuthor = (tx: Tx, row: AuthorRow) => insertRows(tx, 'authors', row)

/** True if the person with this address made the entity; `id` names a column, such as `prompts.id`. */
export function madeBy(
  workspace: WorkspaceId,
  email: string,
  kind: AuthoredKind,
  id: string,
): Expression<SqlBool> {
  return sql`exists (
    select 1 from authors join people on people.id = authors.person_id
    where authors.workspace_id = ${workspace}
      and authors.kind = ${kind}
      and authors.entity_id = cast(${sql.ref(id)} as text)
      and people.email_key = ${email.toLowerCase()})`
}

/** Author names by entity id; entities made by an API key are left out. */
export async function listAuthorNames(
  db: Database,
  workspace: WorkspaceId,
  kind: AuthoredKind,
  ids: readonly (number | string)[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const chunk of chunksOf(ids)) {
    const rows = await db
      .selectFrom('authors')
      .innerJoin('people', 'people.id', 'authors.person_id')
      .select(['authors.entity_id', 'people.name'])
      .where('authors.workspace_id', '=', workspace)
      .where('authors.kind', '=', kind)
      .where('authors.entity_id', 'in', chunk.map(String))
      .execute()
    for (const { entity_id, name } of rows) names.set(entity_id, name)
  }
  return names
}

export async function listMadeBy(db: Database, workspace: WorkspaceId, email: string) {
  return db
    .selectFrom('authors')
    .innerJoin('people', 'people.id', 'authors.person_id')
    .select(['authors.kind', 'authors.entity_id'])
    .where('authors.workspace_id', '=', workspace)
    .where('people.email_key', '=', email.toLowerCase())
    .execute()
}
