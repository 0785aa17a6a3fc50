import { listExternalIdsOfMany } from '../external-ids/index.ts'
import { loadFolderPaths } from '../folders/index.ts'
import type { Handler } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import { countTemplates, listTemplatePage, type TemplateFilter } from './list-queries.ts'
import { tagsOf, versionOf } from './version.ts'

export const listTemplates: Handler<'listTemplates'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const { page, per_page } = query
  const filter: TemplateFilter = {
    ...query,
    nameContains: query.name,
    tags: query.tags ?? [],
    isSnippet: query.is_snippet,
  }
  const total = await countTemplates(store.scan, workspace, filter)
  const rows = total === 0 ? [] : await listTemplatePage(store.scan, workspace, filter, query)
  const externalIds = await listExternalIdsOfMany(
    store.scan,
    workspace,
    'prompt',
    rows.map(({ prompt }) => prompt.id),
  )
  const pathOf = await loadFolderPaths(
    store.scan,
    workspace,
    rows.map(({ prompt }) => prompt.folder_id),
  )
  const pages = Math.ceil(total / per_page)
  return {
    items: rows.map(({ prompt, version: row }) => {
      const version = versionOf(row)
      return {
        id: prompt.id,
        prompt_name: prompt.name,
        workspace_id: prompt.workspace_id,
        version: version.number,
        prompt_template: version.template,
        metadata: version.metadata,
        commit_message: version.commitMessage,
        llm_kwargs: null,
        tags: tagsOf(prompt),
        is_snippet: prompt.is_snippet === 1,
        external_ids: externalIds.get(String(prompt.id)) ?? [],
        folder_id: prompt.folder_id,
        parent_folder_name: pathOf(prompt.folder_id)?.at(-1) ?? null,
        full_folder_path: pathOf(prompt.folder_id)?.join('/') ?? null,
        ...timesOf(prompt),
      }
    }),
    page,
    per_page,
    pages,
    total,
    has_next: page < pages,
    has_prev: page > 1,
    next_num: page < pages ? page + 1 : null,
    prev_num: page > 1 ? page - 1 : null,
  }
}
