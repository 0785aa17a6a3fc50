import { externalIdOperations } from '../external-ids/index.ts'
import { toolRegistry } from './tool-registry.ts'

export const {
  attach: attachToolExternalId,
  list: listToolExternalIds,
  detach: detachToolExternalId,
} = externalIdOperations({ kind: 'tool', param: 'tool_id', find: toolRegistry.findById })
