import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Each label with its version. */
export const labelledVersions = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('tool_labels')
    .innerJoin('tool_versions', (join) =>
      join
        .onRef('tool_versions.workspace_id', '=', 'tool_labels.workspace_id')
        .onRef('tool_versions.id', '=', 'tool_labels.version_id'),
    )
    .where('tool_labels.workspace_id', '=', workspace)
