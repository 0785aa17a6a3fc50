import { Refusal } from '../../engine/refusal.ts'
import type { PromptRow } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { promptRegistry } from './prompt-registry.ts'
import { listSnippetUses } from './snippet-use-queries.ts'

type Use = Awaited<ReturnType<typeof listSnippetUses>>[number]

export const readSnippetUsage: Handler<'readSnippetUsage'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const prompt = await promptRegistry.get(store.db, workspace, params.identifier)
  const number = query.prompt_version_number
  if (
    number !== undefined &&
    !(await promptRegistry.versions.findByNumber(store.db, workspace, prompt.id, number))
  )
    throw new Refusal('not_found', 'The prompt template has no such version.')
  const labels = new Map(
    (await promptRegistry.labels.listOf(store.db, workspace, prompt.id)).map((label) => [
      label.name,
      label.version_number,
    ]),
  )
  const all = await listSnippetUses(store.scan, workspace, prompt.name)
  const uses = number === undefined ? all : all.filter((use) => versionUsed(use, prompt, labels) === number)
  const templates = Map.groupBy(uses, (use) => use.prompt_id)
  const labelled = new Map(
    uses.flatMap((use) => (use.label_name === null ? [] : [[`${use.prompt_id} ${use.label_name}`, use]])),
  )
  return {
    success: true as const,
    message: 'Snippet usage',
    snippet_name: prompt.name,
    snippet_usage: [...templates].map(([id, group]) => ({
      prompt_registry_id: id,
      prompt_name: group[0]!.prompt_name,
      version_numbers: [...new Set(group.map((use) => use.version_number))],
    })),
    total_prompts_using_snippet: templates.size,
    label_usage: [...labelled.values()].map((use) => ({
      prompt_registry_id: use.prompt_id,
      prompt_name: use.prompt_name,
      label_name: use.label_name!,
    })),
    total_labels_using_snippet: labelled.size,
  }
}

/** Returns the number of the snippet version that a marker means now. */
function versionUsed(use: Use, snippet: PromptRow, labels: ReadonlyMap<string, number>): number | undefined {
  if (use.snippet_label !== null) return labels.get(use.snippet_label)
  return use.snippet_version ?? snippet.latest_version
}
