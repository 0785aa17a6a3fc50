import { z } from 'zod'
import { hasCompleteExternalId, incompleteExternalId } from '../external-ids/filter.ts'
import { answer, cleanText, ExternalId, endpointsOf, named, textInteger, timestamp } from '../kit/index.ts'
import { registryListQuery } from '../prompts/registry-list.ts'
import { WorkflowLabel } from './labels.ts'
import { anyObject, WorkflowParams } from './workflows.ts'

const define = endpointsOf({ tags: ['workflow'] })

export const ListedWorkflow = z.object({
  id: z.int(),
  workspace_id: z.int(),
  user_id: z.int().nullable(),
  name: z.string(),
  folder_id: z.int().nullable(),
  is_deleted: z.boolean(),
  latest_version_number: z.int().nullable(),
  release_labels: z.array(z.string()),
  external_ids: z.array(ExternalId),
  updated_at: timestamp,
})

export const listWorkflows = define({
  id: 'listWorkflows',
  get: '/workflows',
  summary: 'List workflows',
  description: '`folder_id` lists the workflows directly in that folder, 0 the workflows in no folder.',
  query: z
    .object({
      page: textInteger({ minimum: 1, maximum: 1_000_000 }).default(1),
      per_page: textInteger({ minimum: 1, maximum: 100 }).default(30),
      name: cleanText.max(255).optional(),
      folder_id: textInteger({ minimum: 0 }).optional(),
      ...registryListQuery,
    })
    .refine(hasCompleteExternalId, incompleteExternalId),
  success: {
    200: named('ListWorkflowsResponse', {
      items: z.array(ListedWorkflow),
      page: z.int(),
      per_page: z.int(),
      total: z.int().nullable(),
      pages: z.int(),
      has_next: z.boolean(),
      has_prev: z.boolean(),
      next_num: z.int().nullable(),
      prev_num: z.int().nullable(),
    }),
  },
  example: { query: { page: 1, per_page: 10 } },
})

export const WorkflowVersionBody = answer('GetWorkflowResponse', {
  /** Older clients read the id here. */
  workflow: z.object({
    id: z.int(),
    workspace_id: z.int(),
    user_id: z.int().nullable(),
    name: z.string(),
    is_draft: z.boolean(),
    is_deleted: z.boolean(),
  }),
  workflow_id: z.int(),
  workflow_name: z.string(),
  version: z.int(),
  workflow_version_id: z.int(),
  commit_message: z.string().nullable(),
  required_input_variables: z.record(z.string(), z.string()).nullable(),
  release_labels: z.array(z.string()),
  created_at: z.string().nullable(),
  nodes: z.array(
    z.object({
      id: z.string(),
      workflow_version_id: z.int(),
      name: z.string(),
      node_type: z.string(),
      is_output_node: z.boolean(),
      configuration: anyObject,
      dependencies: z.array(z.string()),
    }),
  ),
  edges: z.array(
    z.object({
      id: z.string(),
      source_node_name: z.string(),
      target_node_name: z.string(),
      is_and: z.boolean(),
      conditionals: z.array(anyObject),
    }),
  ),
})

export const readWorkflow = define({
  id: 'getWorkflow',
  get: '/workflows/{workflow_id_or_name+}',
  summary: 'Read a version of a workflow: its nodes and edges',
  params: WorkflowParams,
  query: z
    .object({ version: textInteger({ minimum: 1 }).optional(), label: cleanText.optional() })
    .refine((query) => query.version === undefined || query.label === undefined, {
      path: ['label'],
      message: 'must not have both version and label',
    }),
  success: { 200: WorkflowVersionBody },
  example: { params: { workflow_id_or_name: 'announcer' } },
})

export const listWorkflowLabels = define({
  id: 'getWorkflowLabels',
  get: '/workflows/{workflow_id_or_name+}/labels',
  summary: 'List the release labels of a workflow',
  tags: ['workflow', 'release-labels'],
  params: WorkflowParams,
  success: {
    200: answer('GetWorkflowLabelsResponse', {
      release_labels: z.array(WorkflowLabel),
    }),
  },
  example: { params: { workflow_id_or_name: 'announcer' } },
})

export const listWorkflowVersions = define({
  id: 'listWorkflowVersions',
  get: '/workflows/{workflow_id_or_name+}/versions',
  summary: 'List the versions of a workflow, newest first',
  params: WorkflowParams,
  query: z.object({
    before: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(30),
  }),
  success: {
    200: answer('ListWorkflowVersionsResponse', {
      versions: z.array(
        z.object({
          version: z.int(),
          workflow_version_id: z.int(),
          commit_message: z.string().nullable(),
          /** The name of a person; null for an API key. */
          created_by: z.string().nullable(),
          created_at: z.string(),
        }),
      ),
    }),
  },
  example: { params: { workflow_id_or_name: 'announcer' } },
})
