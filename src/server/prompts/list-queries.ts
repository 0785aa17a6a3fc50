import {
  contains,
  countRows,
  type Database,
  type ListPage,
  naturalName,
  type Store,
  sameWorkspace,
} from '../db/index.ts'
import { type ListFilter, matchesFilter, pageOf } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export interface TemplateFilter extends ListFilter {
  readonly label?: string
  readonly nameContains?: string
  /** Words that the name has in any order. */
  readonly nameWords?: string
  /** The folder; null: templates outside folders. */
  readonly folder?: number | null
  readonly tags: readonly string[]
  readonly status: 'active' | 'deleted' | 'all'
  readonly isSnippet?: boolean
}

/** Each word is a condition of the query. */
const maxWords = 20

function filtered(db: Database, workspace: WorkspaceId, filter: TemplateFilter) {
  let query = db
    .selectFrom('prompts')
    .where('prompts.workspace_id', '=', workspace)
    .where(matchesFilter(workspace, 'prompt', 'prompts', filter))
  if (filter.status !== 'all')
    query = query.where('prompts.deleted_at', filter.status === 'active' ? 'is' : 'is not', null)
  if (filter.nameContains !== undefined) query = query.where(contains('prompts.name', filter.nameContains))
  for (const word of filter.nameWords?.trim().split(/\s+/).slice(0, maxWords) ?? [])
    query = query.where(contains('prompts.name', word))
  if (filter.folder !== undefined)
    query = query.where('prompts.folder_id', filter.folder === null ? 'is' : '=', filter.folder)
  for (const tag of filter.tags) query = query.where(contains('prompts.tags', JSON.stringify(tag)))
  if (filter.isSnippet !== undefined) query = query.where('prompts.is_snippet', '=', filter.isSnippet ? 1 : 0)
  const { label } = filter
  if (label !== undefined)
    query = query.where((expression) =>
      expression.exists(
        expression
          .selectFrom('prompt_labels')
          .select('prompt_labels.id')
          .whereRef('prompt_labels.workspace_id', '=', 'prompts.workspace_id')
          .whereRef('prompt_labels.prompt_id', '=', 'prompts.id')
          .where('prompt_labels.name', '=', label),
      ),
    )
  return query
}

export const countTemplates = (db: Database, workspace: WorkspaceId, filter: TemplateFilter) =>
  countRows(filtered(db, workspace, filter))

/** Lists a page of templates, each with the version of the label or with its latest version. */
export async function listTemplatePage(
  db: Database,
  workspace: WorkspaceId,
  filter: TemplateFilter,
  page: ListPage,
  /** The engine, to sort names naturally (numbers by value); absent: sort by character. */
  naturalOn?: Store['dialect'],
) {
  const isNatural = page.sort_by === 'name' && naturalOn !== undefined
  const column = isNatural ? naturalName(naturalOn, 'prompts.name') : undefined
  const prompts = await pageOf(
    filtered(db, workspace, filter).selectAll('prompts'),
    'prompts',
    page,
    column,
  ).execute()
  if (prompts.length === 0) return []
  const ids = prompts.map(({ id }) => id)
  const versions = await versionsOf(db, workspace, ids, filter.label)
  return prompts.flatMap((prompt) => {
    const version = versions.find((row) => row.prompt_id === prompt.id)
    return version ? [{ prompt, version }] : []
  })
}

function versionsOf(
  db: Database,
  workspace: WorkspaceId,
  prompts: readonly number[],
  label: string | undefined,
) {
  const query = db
    .selectFrom('prompt_versions')
    .selectAll('prompt_versions')
    .where('prompt_versions.workspace_id', '=', workspace)
    .where('prompt_versions.prompt_id', 'in', prompts)
  if (label === undefined)
    return query
      .innerJoin(
        'prompts',
        sameWorkspace('prompts', 'prompt_versions', { id: 'prompt_id', latest_version: 'version_number' }),
      )
      .execute()
  return query
    .innerJoin('prompt_labels', sameWorkspace('prompt_labels', 'prompt_versions', { version_id: 'id' }))
    .where('prompt_labels.name', '=', label)
    .execute()
}
