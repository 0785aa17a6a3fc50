import type { PromptRow, PromptVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { checkSnippets } from './check-snippets.ts'
import { versionOf } from './version.ts'

/** Checks the snippets of a version before a label points at it, because moving the label can create a cycle. */
export async function checkLabelled(
  tx: Tx,
  workspace: WorkspaceId,
  prompt: PromptRow,
  row: PromptVersionRow,
  label: string,
) {
  const { number, template, extras } = versionOf(row)
  const isLatest = number === prompt.latest_version
  await checkSnippets(tx, workspace, {
    promptName: prompt.name,
    versionNumber: number,
    isLatest,
    labels: [label],
    template,
    extras,
  })
}
