import type { FunctionTool, RegistryTool } from '../../engine/template/blueprint/index.ts'
import { functionToolOf } from '../../engine/template/tools/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findVersion } from './find-tool.ts'
import { findToolById } from './queries.ts'
import { versionOf } from './version.ts'

export type FindTool = (tool: RegistryTool) => FunctionTool | null

/** Looks up what references of a template stand for today. */
export async function loadTools(
  db: Database | Tx,
  workspace: WorkspaceId,
  references: readonly RegistryTool[],
): Promise<FindTool> {
  const found = new Map<string, FunctionTool | null>()
  for (const reference of references) {
    const key = keyOf(reference)
    if (!found.has(key)) found.set(key, await loadTool(db, workspace, reference))
  }
  return (reference) => found.get(keyOf(reference)) ?? null
}

const keyOf = ({ tool_registry_id, label, version_number }: RegistryTool) =>
  JSON.stringify([tool_registry_id, label ?? null, version_number ?? null])

async function loadTool(
  db: Database | Tx,
  workspace: WorkspaceId,
  { tool_registry_id, label, version_number }: RegistryTool,
): Promise<FunctionTool | null> {
  // PostgreSQL refuses to look for NUL, which no label holds.
  if (label?.includes('\u0000')) return null
  const tool = await findToolById(db, workspace, tool_registry_id)
  const row = tool && (await findVersion(db, workspace, tool, { label, version: version_number }))
  return row ? functionToolOf(versionOf(row).definition) : null
}
