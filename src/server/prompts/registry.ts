import { Refusal } from '../../engine/refusal.ts'
import { listAuthorNames } from '../authors/index.ts'
import { loadFolderPaths } from '../folders/index.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime, timesOf } from '../http/iso-time.ts'
import type { VersionSearch } from '../registry/index.ts'
import { countTemplates, listTemplatePage, type TemplateFilter } from './list-queries.ts'
import { promptRegistry } from './prompt-registry.ts'
import { tagsOf, versionOf } from './version.ts'

/** The lists for the screens of the registry. */
export const registryHandlers = {
  async listPrompts({ store }, { caller, query }) {
    const { workspace } = caller
    const { folder_id: folder } = query
    const filter: TemplateFilter = {
      nameWords: query.name,
      isSnippet: query.is_snippet,
      folder: folder === 0 ? null : folder,
      tags: [],
      status: 'active',
    }
    const total = await countTemplates(store.scan, workspace, filter)
    const rows =
      total === 0 ? [] : await listTemplatePage(store.scan, workspace, filter, query, store.dialect)
    const ids = rows.map(({ prompt }) => prompt.id)
    const labels = await promptRegistry.labels.listOf(store.scan, workspace, ...ids)
    const folders = rows.map(({ prompt }) => prompt.folder_id)
    const pathOf = await loadFolderPaths(store.scan, workspace, folders)
    return {
      success: true as const,
      prompts: rows.map(({ prompt, version: row }) => {
        const { metadata, commitMessage } = versionOf(row)
        const model = metadata?.model
        return {
          id: prompt.id,
          name: prompt.name,
          is_snippet: prompt.is_snippet === 1,
          tags: tagsOf(prompt),
          folder_id: prompt.folder_id,
          folder_path: [...(pathOf(prompt.folder_id) ?? [])],
          latest_version: prompt.latest_version,
          labels: labels
            .filter((label) => label.prompt_id === prompt.id)
            .map(({ id, name, version_number: version }) => ({ id, name, version })),
          model: model ? { provider: model.provider, name: model.name } : null,
          commit_message: commitMessage,
          ...timesOf(prompt),
        }
      }),
      total,
    }
  },

  async listPromptVersions({ store }, { caller, params, query }) {
    const { workspace } = caller
    const prompt = await promptRegistry.findById(store.db, workspace, params.prompt_id)
    if (!prompt) throw new Refusal('not_found', 'There is no such prompt template.')
    const labels = await promptRegistry.labels.listOf(store.db, workspace, prompt.id)
    const search = query.q === undefined ? undefined : versionSearch(query.q, labels, prompt.latest_version)
    const page = { before: query.before, limit: query.limit + 1, search }
    const rows = await promptRegistry.versions.listPage(store.db, workspace, prompt.id, page)
    const ids = rows.map(({ id }) => id)
    const authors = await listAuthorNames(store.db, workspace, 'prompt-version', ids)
    return {
      success: true as const,
      versions: rows.slice(0, query.limit).map((row) => ({
        id: row.id,
        version: row.version_number,
        commit_message: row.commit_message,
        created_by: authors.get(String(row.id)) ?? null,
        created_at: isoTime(row.created_at),
        labels: labels.filter((label) => label.version_id === row.id).map(({ id, name }) => ({ id, name })),
      })),
      has_more: rows.length > query.limit,
    }
  },
} satisfies Partial<Handlers>

/** A number of an existing version finds that version. Other texts are searched in labels and commit messages. */
function versionSearch(
  text: string,
  labels: readonly { readonly name: string; readonly version_number: number }[],
  latest: number,
): VersionSearch {
  const [, digits] = /^v?(\d{1,9})$/i.exec(text) ?? []
  if (digits !== undefined && Number(digits) <= latest) return { text: null, numbers: [Number(digits)] }
  const labelled = labels.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  return { text, numbers: labelled.map((label) => label.version_number) }
}
