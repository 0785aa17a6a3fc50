import { listExternalIds, listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listEntities } from '../registry/index.ts'
import { presentLabel, presentTool, presentVersion } from './present.ts'
import { toolRegistry } from './tool-registry.ts'
import { versionOf } from './version.ts'

export const readTool: Handler<'readTool'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const tool = await toolRegistry.get(store.db, workspace, params.identifier)
  const version = versionOf(await toolRegistry.getVersion(store.db, workspace, tool, query))
  const labels = await toolRegistry.labels.listOf(store.db, workspace, tool.id)
  return {
    success: true as const,
    tool_registry: {
      ...presentTool(tool),
      labels: labels.map(presentLabel),
      version: presentVersion(version),
      tool_definition: version.definition,
      external_ids: await listExternalIds(store.db, workspace, { kind: 'tool', id: tool.id }),
    },
  }
}

export const listTools: Handler<'listTools'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const rows = await listEntities(store.scan, workspace, 'tools', 'tool', query)
  const ids = rows.map(({ id }) => id)
  const externalIds = await listExternalIdsOfMany(store.scan, workspace, 'tool', ids)
  const labels = Map.groupBy(
    await toolRegistry.labels.listOf(store.scan, workspace, ...ids),
    ({ tool_id }) => tool_id,
  )
  return {
    success: true as const,
    tool_registries: rows.map((tool) => ({
      ...presentTool(tool),
      latest_version_number: tool.latest_version,
      labels: (labels.get(tool.id) ?? []).map(presentLabel),
      external_ids: externalIds.get(String(tool.id)) ?? [],
    })),
  }
}
