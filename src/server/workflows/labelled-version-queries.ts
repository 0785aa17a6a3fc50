import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Each label with its version. */
export const labelledVersions = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('workflow_labels')
    .innerJoin('workflow_versions', (join) =>
      join
        .onRef('workflow_versions.workspace_id', '=', 'workflow_labels.workspace_id')
        .onRef('workflow_versions.id', '=', 'workflow_labels.version_id'),
    )
    .where('workflow_labels.workspace_id', '=', workspace)
