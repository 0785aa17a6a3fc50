import { externalIdOperations } from '../external-ids/index.ts'
import { promptRegistry } from './prompt-registry.ts'

export const {
  attach: attachPromptExternalId,
  list: listPromptExternalIds,
  detach: detachPromptExternalId,
} = externalIdOperations({ kind: 'prompt', param: 'prompt_template_id', find: promptRegistry.findById })
