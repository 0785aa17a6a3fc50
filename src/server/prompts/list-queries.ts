import { sql } from 'kysely'
import { containing, type Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface TemplateFilter {
  readonly label?: string
  readonly nameContains?: string
  /** Null: in no folder. */
  readonly folder?: number | null
  readonly tags: readonly string[]
  readonly status: 'active' | 'deleted' | 'all'
  readonly externalId?: { source: string; externalId: string }
  readonly createdAfter?: number
  readonly createdBefore?: number
  readonly updatedAfter?: number
  readonly updatedBefore?: number
  readonly isSnippet?: boolean
}

export interface TemplateOrder {
  readonly by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

function filtered(db: Database, workspace: WorkspaceId, filter: TemplateFilter) {
  let query = db.selectFrom('prompts').where('prompts.workspace_id', '=', workspace)
  if (filter.status !== 'all')
    query = query.where('prompts.deleted_at', filter.status === 'active' ? 'is' : 'is not', null)
  if (filter.nameContains !== undefined)
    query = query.where(sql<boolean>`lower(prompts.name) like ${containing(filter.nameContains)} escape '\\'`)
  if (filter.folder !== undefined)
    query = query.where('prompts.folder_id', filter.folder === null ? 'is' : '=', filter.folder)
  for (const tag of filter.tags)
    query = query.where(sql<boolean>`lower(prompts.tags) like ${containing(JSON.stringify(tag))} escape '\\'`)
  if (filter.isSnippet !== undefined) query = query.where('prompts.is_snippet', '=', filter.isSnippet ? 1 : 0)
  if (filter.createdAfter !== undefined) query = query.where('prompts.created_at', '>=', filter.createdAfter)
  if (filter.createdBefore !== undefined)
    query = query.where('prompts.created_at', '<=', filter.createdBefore)
  if (filter.updatedAfter !== undefined) query = query.where('prompts.updated_at', '>=', filter.updatedAfter)
  if (filter.updatedBefore !== undefined)
    query = query.where('prompts.updated_at', '<=', filter.updatedBefore)
  const { label, externalId } = filter
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
  if (externalId)
    query = query.where((expression) =>
      expression.exists(
        expression
          .selectFrom('external_ids')
          .select('external_ids.entity_id')
          .where('external_ids.workspace_id', '=', workspace)
          .where('external_ids.source', '=', externalId.source)
          .where('external_ids.external_id', '=', externalId.externalId)
          .where('external_ids.kind', '=', 'prompt')
          .where(sql<boolean>`external_ids.entity_id = cast(prompts.id as text)`),
      ),
    )
  return query
}

export async function countTemplates(
  db: Database,
  workspace: WorkspaceId,
  filter: TemplateFilter,
): Promise<number> {
  const row = await filtered(db, workspace, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** A page of templates, each with the version that the label points at, or its latest. */
export async function listTemplatePage(
  db: Database,
  workspace: WorkspaceId,
  filter: TemplateFilter,
  order: TemplateOrder,
  page: { limit: number; offset: number },
) {
  const prompts = await filtered(db, workspace, filter)
    .selectAll('prompts')
    .orderBy(`prompts.${order.by}`, order.direction)
    .orderBy('prompts.id', order.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
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
      .innerJoin('prompts', (join) =>
        join
          .onRef('prompts.workspace_id', '=', 'prompt_versions.workspace_id')
          .onRef('prompts.id', '=', 'prompt_versions.prompt_id')
          .onRef('prompts.latest_version', '=', 'prompt_versions.version_number'),
      )
      .execute()
  return query
    .innerJoin('prompt_labels', (join) =>
      join
        .onRef('prompt_labels.workspace_id', '=', 'prompt_versions.workspace_id')
        .onRef('prompt_labels.version_id', '=', 'prompt_versions.id'),
    )
    .where('prompt_labels.name', '=', label)
    .execute()
}
