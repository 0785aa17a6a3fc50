import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { namesOf, type RegistryKind, type RegistryKindName } from './kind.ts'

/** Each release label joined with the version that it points at. */
export function labelledVersions(
  kind: RegistryKind<RegistryKindName>,
  db: Database | Tx,
  workspace: WorkspaceId,
) {
  const { labels, versions } = namesOf(kind)
  return db
    .selectFrom(labels)
    .innerJoin(versions, (join) =>
      join
        .onRef(`${versions}.workspace_id`, '=', `${labels}.workspace_id`)
        .onRef(`${versions}.id`, '=', `${labels}.version_id`),
    )
    .where(`${labels}.workspace_id`, '=', workspace)
}
