import type { Body, Endpoints } from '../../contract/index.ts'
import type { Store, ToolRow, ToolVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { toolRegistry } from './tool-registry.ts'
import { type ToolVersion, versionOf } from './version.ts'

type Content = Body<Endpoints['createToolVersion']>

/** Adds the next version. The caller must hold the registry lock, so that numbers have no gaps. */
export async function saveVersion(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  tool: ToolRow,
  content: Content,
  now: number,
): Promise<ToolVersion> {
  const row: ToolVersionRow = {
    workspace_id: workspace,
    id: await store.nextId(tx, 'tool_version_ids'),
    tool_id: tool.id,
    version_number: tool.latest_version + 1,
    definition: JSON.stringify(content.tool_definition),
    execution: textOf(content.execution),
    mock_response: textOf(content.mock_response),
    response_schema: textOf(content.response_schema),
    commit_message: content.commit_message ?? null,
    created_at: now,
  }
  await toolRegistry.versions.insert(tx, row)
  await toolRegistry.update(tx, workspace, tool.id, { latest_version: row.version_number, updated_at: now })
  return versionOf(row)
}

const textOf = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))
