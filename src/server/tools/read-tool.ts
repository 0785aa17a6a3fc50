import { listExternalIds } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { getTool, getVersion } from './find-tool.ts'
import { listLabelsOf } from './label-queries.ts'
import { presentLabel, presentTool, presentVersion } from './present.ts'

export const readTool: Handler<'readTool'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const tool = await getTool(store.db, workspace, params.identifier)
  const version = await getVersion(store.db, workspace, tool, query)
  const labels = await listLabelsOf(store.db, workspace, tool.id)
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
