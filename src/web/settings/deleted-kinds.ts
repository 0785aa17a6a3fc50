import type { LinkProps } from '@tanstack/react-router'
import { call } from '../api/index.ts'

type Id = number | string

export interface DeletedEntity {
  readonly id: Id
  readonly name: string
  /** The cell of the column `detail` of its kind. */
  readonly detail?: string
  readonly deleted_at: string
  readonly restorable_until: string
}

interface DeletedList {
  readonly entities: readonly DeletedEntity[]
  readonly has_more: boolean
}

interface Restored {
  readonly name: string
  /** The page of the entity. */
  readonly link?: LinkProps
}

/** A kind of entity that can be restored. */
export interface DeletedKind {
  readonly title: string
  readonly about: string
  /** The heading of a column that this kind has besides the name. */
  readonly detail?: string
  /** For kinds whose names are unique: the noun, and whether applications read or run an entity by its name. */
  readonly named?: { readonly noun: string; readonly use: 'read' | 'run' }
  /** The keys of the queries that change with a restoration. */
  readonly lists: readonly string[]
  readonly list: (q: string | undefined) => Promise<DeletedList>
  /** Restores an entity, under a new name if one is given. */
  readonly restore: (id: Id, name?: string) => Promise<Restored>
}

export const deletedKinds: readonly DeletedKind[] = [
  {
    title: 'Prompts and snippets',
    about: 'They come back with their versions, labels and external IDs, outside folders.',
    detail: 'Kind',
    named: { noun: 'prompt', use: 'read' },
    lists: ['prompts'],
    async list(q) {
      const { prompts, has_more } = await call('listDeletedPrompts', { query: { q } })
      return {
        entities: prompts.map((row) => ({ ...row, detail: row.is_snippet ? 'Snippet' : 'Prompt' })),
        has_more,
      }
    },
    async restore(id, name) {
      const { prompt } = await call('restorePrompt', { params: { prompt_id: Number(id) }, body: { name } })
      return {
        name: prompt.name,
        link: { to: '/prompts/$promptId', params: { promptId: String(id) } },
      }
    },
  },
  {
    title: 'Workflows',
    about: 'They come back with their versions, labels, runs and external IDs, outside folders.',
    named: { noun: 'workflow', use: 'run' },
    lists: ['workflows'],
    async list(q) {
      const { workflows: entities, has_more } = await call('listDeletedWorkflows', { query: { q } })
      return { entities, has_more }
    },
    async restore(id, name) {
      const params = { workflow_id: Number(id) }
      const { workflow } = await call('restoreWorkflow', { params, body: { name } })
      return {
        name: workflow.name,
        link: { to: '/workflows/$workflowId', params: { workflowId: String(id) } },
      }
    },
  },
  {
    title: 'Tools',
    about:
      'They come back with their versions, labels, variables and external IDs. Prompts that refer to them can use them again.',
    named: { noun: 'tool', use: 'read' },
    lists: ['tools', 'prompts', 'prompt'],
    async list(q) {
      const { tools: entities, has_more } = await call('listDeletedTools', { query: { q } })
      return { entities, has_more }
    },
    async restore(id, name) {
      const { tool } = await call('restoreTool', { params: { tool_id: Number(id) }, body: { name } })
      return { name: tool.name, link: { to: '/tools', search: { open: Number(id) } } }
    },
  },
  {
    title: 'Skill collections',
    about: 'They come back with their versions, labels and external IDs, outside folders.',
    named: { noun: 'skill collection', use: 'read' },
    lists: ['skills'],
    async list(q) {
      const { skill_collections: entities, has_more } = await call('listDeletedSkillCollections', {
        query: { q },
      })
      return { entities, has_more }
    },
    async restore(id, name) {
      const params = { skill_collection_id: String(id) }
      const { skill_collection } = await call('restoreSkillCollection', { params, body: { name } })
      const link = { to: '/settings/skills', search: { open: skill_collection.id } } as const
      return { name: skill_collection.name, link }
    },
  },
  {
    title: 'Input variable sets',
    about: 'They come back with their values, outside folders.',
    named: { noun: 'input variable set', use: 'read' },
    lists: ['input-variable-sets'],
    async list(q) {
      const { input_variable_sets: entities, has_more } = await call('listDeletedInputVariableSets', {
        query: { q },
      })
      return { entities, has_more }
    },
    async restore(id, name) {
      const params = { input_variable_set_id: Number(id) }
      const { input_variable_set } = await call('restoreInputVariableSet', { params, body: { name } })
      const link = { to: '/settings/variable-sets', search: { open: input_variable_set.id } } as const
      return { name: input_variable_set.name, link }
    },
  },
  {
    title: 'Tables',
    about: 'They come back with their sheets. Runs that the deletion stopped do not continue.',
    lists: ['tables'],
    async list(q) {
      const { tables, has_more } = await call('listDeletedTables', { query: { q } })
      return {
        entities: tables.map((row) => ({ ...row, name: row.title })),
        has_more,
      }
    },
    async restore(id) {
      const tableId = String(id)
      const { table } = await call('restoreTable', { params: { table_id: tableId } })
      return { name: table.title, link: { to: '/tables/$tableId', params: { tableId } } }
    },
  },
  {
    title: 'Sheets',
    about:
      'They come back as the last sheet of their table. Sheets of a deleted table come back with the table.',
    detail: 'Table',
    lists: ['tables'],
    async list(q) {
      const { sheets, has_more } = await call('listDeletedSheets', { query: { q } })
      return {
        entities: sheets.map((row) => ({ ...row, name: row.title, detail: row.table_title })),
        has_more,
      }
    },
    async restore(id) {
      const { sheet } = await call('restoreSheet', { params: { sheet_id: String(id) } })
      return {
        name: sheet.title,
        link: { to: '/tables/$tableId', params: { tableId: sheet.table_id }, search: { sheet: sheet.id } },
      }
    },
  },
  {
    title: 'Datasets (legacy)',
    about: 'They come back with their versions and external IDs, outside folders.',
    named: { noun: 'dataset', use: 'read' },
    lists: ['datasets'],
    async list(q) {
      const { dataset_groups: entities, has_more } = await call('listDeletedDatasetGroups', { query: { q } })
      return { entities, has_more }
    },
    async restore(id, name) {
      const params = { dataset_group_id: Number(id) }
      const { dataset_group } = await call('restoreDatasetGroup', { params, body: { name } })
      return {
        name: dataset_group.name,
        link: { to: '/evaluations/datasets/$groupId', params: { groupId: String(id) }, search: {} },
      }
    },
  },
  {
    title: 'Reports (legacy)',
    about:
      'A pipeline comes back with its columns and runs. A run that the deletion stopped stays cancelled.',
    detail: 'Kind',
    lists: ['reports'],
    async list(q) {
      const { reports, has_more } = await call('listDeletedReports', { query: { q } })
      return {
        entities: reports.map((row) => ({ ...row, detail: row.is_blueprint ? 'Pipeline' : 'Run' })),
        has_more,
      }
    },
    async restore(id) {
      const { report } = await call('restoreReport', { params: { report_id: Number(id) } })
      return {
        name: report.name,
        link: { to: '/evaluations/reports/$reportId', params: { reportId: String(id) }, search: {} },
      }
    },
  },
]
