import { listExternalIds } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
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
