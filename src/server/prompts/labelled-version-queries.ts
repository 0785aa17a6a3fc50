import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Each label with its version. */
export const labelledVersions = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('prompt_labels')
    .innerJoin('prompt_versions', (join) =>
      join
        .onRef('prompt_versions.workspace_id', '=', 'prompt_labels.workspace_id')
        .onRef('prompt_versions.id', '=', 'prompt_labels.version_id'),
    )
    .where('prompt_labels.workspace_id', '=', workspace)
