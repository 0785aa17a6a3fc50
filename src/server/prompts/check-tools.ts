import { Refusal } from '../../engine/refusal.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { registryTools } from '../../engine/template/tools/index.ts'
import type { Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { loadTools } from '../tools/index.ts'

/** @throws Refusal if the template uses a tool, version or label that the workspace does not have. */
export async function checkTools(tx: Tx, workspace: WorkspaceId, template: PromptTemplate): Promise<void> {
  const references = registryTools(template)
  const find = await loadTools(
    tx,
    workspace,
    references.map(({ tool }) => tool),
  )
  const broken = references.find(({ tool }) => !find(tool))
  if (broken)
    throw new Refusal(
      'invalid',
      'the workspace has no such tool, or the tool has no such version or label, or it names no function',
      {
        loc: ['body', 'prompt_version', 'prompt_template', 'tools', broken.index, 'tool_registry_id'],
        type: 'tool_error',
      },
    )
}
