import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { type FolderedKind, folderedEntity } from '../folders/index.ts'
import { listLatestContaining, promptRows, snippetRows } from './foldered-queries.ts'
import { refuseProtectedOn } from './releases/refuse-protected.ts'
import { tagsOf, versionOf } from './version.ts'

/** True if a text of the template contains the words, ignoring case. */
function containsWords(template: PromptTemplate, words: string): boolean {
  const lowerCase = words.toLowerCase()
  const contents =
    template.type === 'completion'
      ? [template.content]
      : template.messages.map((message) => (message.role === 'placeholder' ? [] : message.content))
  return contents.some((blocks) =>
    (blocks ?? []).some((block) => block.type === 'text' && block.text.toLowerCase().includes(lowerCase)),
  )
}

/** Templates in folders. `SNIPPET` are completion templates; `PROMPT` are all others. */
export const promptsInFolders: FolderedKind = {
  types: ['PROMPT', 'SNIPPET'],
  externalKind: 'prompt',

  async list(db, workspace, scope, search) {
    const prompts = await promptRows.within(db, workspace, scope)
    const versions = search === undefined ? [] : await listLatestContaining(db, workspace, scope, search)
    const matching = new Set(
      versions.flatMap((row) => (containsWords(versionOf(row).template, search!) ? [row.prompt_id] : [])),
    )
    return prompts.map((row) =>
      folderedEntity(row.is_snippet === 1 ? 'SNIPPET' : 'PROMPT', row, {
        tags: tagsOf(row),
        metadata: {
          type: row.is_snippet === 1 ? 'completion' : 'chat',
          latest_version_number: row.latest_version,
        },
        contentMatches: matching.has(row.id),
      }),
    )
  },

  ...promptRows.kind,

  find: (tx, workspace, type, ids) =>
    (type === 'SNIPPET' ? snippetRows : promptRows).kind.find(tx, workspace, type, ids),

  refuseRemoval: refuseProtectedOn,
}
