import type { FunctionTool, RegistryTool } from '../../engine/template/blueprint/index.ts'
import { functionToolOf } from '../../engine/template/tools/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { toolRegistry } from './tool-registry.ts'
import { type ToolVersion, versionOf } from './version.ts'

export type FindTool = (tool: RegistryTool) => FunctionTool | null

/** Loads the versions that the references of a template mean now. */
export async function loadTools(
  db: Database | Tx,
  workspace: WorkspaceId,
  references: readonly RegistryTool[],
): Promise<FindTool> {
  const tools = new Map<string, FunctionTool | null>()
  for (const reference of references) {
    const key = keyOf(reference)
    if (tools.has(key)) continue
    const version = await findReferencedVersion(db, workspace, reference)
    tools.set(key, version && functionToolOf(version.definition))
  }
  return (reference) => tools.get(keyOf(reference)) ?? null
}

/** Loads the referenced versions by the name of their function. If two references have the same name, the first is used. */
export async function loadCallable(
  db: Database,
  workspace: WorkspaceId,
  references: readonly RegistryTool[],
): Promise<ReadonlyMap<string, ToolVersion>> {
  const versions = new Map<string, ToolVersion>()
  for (const reference of references) {
    const version = await findReferencedVersion(db, workspace, reference)
    const name = version && functionToolOf(version.definition)?.function.name
    if (name && !versions.has(name)) versions.set(name, version)
  }
  return versions
}

const keyOf = ({ tool_registry_id, label, version_number }: RegistryTool) =>
  JSON.stringify([tool_registry_id, label ?? null, version_number ?? null])

async function findReferencedVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  { tool_registry_id, label, version_number }: RegistryTool,
): Promise<ToolVersion | null> {
  // A label with NUL does not exist, and PostgreSQL cannot look it up.
  if (label?.includes('\u0000')) return null
  const tool = await toolRegistry.findById(db, workspace, tool_registry_id)
  const row =
    tool && (await toolRegistry.findVersion(db, workspace, tool, { label, version: version_number }))
  return row ? versionOf(row) : null
}
