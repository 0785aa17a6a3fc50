import { z } from 'zod'
import { AttachedExternalId, attaching, detaching, listing, Mapping } from './external-ids.ts'
import {
  boundedList,
  clashErrors,
  cleanText,
  defineEndpoint,
  ExternalId,
  ExternalIdText,
  idOf,
  SourceName,
  standardErrors,
  textId,
  textInteger,
} from './kit/index.ts'
import { Moment } from './moment.ts'
import { externalIdInPart, isExternalIdWhole, LabelName } from './prompts.ts'

const tags = ['workflow'] as const

const WorkflowName = cleanText.min(1).max(255)
/** The name of a workflow or its numeric id, told apart as those of templates are. */
export const WorkflowIdentifier = cleanText.min(1).max(512).meta({ entity: 'workflow' })

const anyObject = z.record(z.string(), z.unknown())
const InputVariables = z.record(cleanText.max(255), cleanText.max(255))
const NodeName = cleanText.min(1).max(255)
const NodeType = cleanText.max(64)
const Dependencies = boundedList(cleanText.max(255), 1_000)
const labels = boundedList(LabelName, 100)

export const WorkflowNodeBody = z
  .looseObject({
    name: NodeName,
    node_type: NodeType,
    configuration: anyObject,
    dependencies: Dependencies.optional(),
    is_output_node: z.boolean(),
  })
  .meta({ id: 'WorkflowNode' })

export const EdgeConditional = z
  .looseObject({
    position: z.int().min(0),
    operator: z.enum(['=', '!=', '<', '>', '<=', '>=', 'in', 'not_in', 'is_null', 'is_not_null']),
    left_config: anyObject,
    right_config: anyObject,
  })
  .meta({ id: 'EdgeConditional' })

export const WorkflowEdgeBody = z
  .looseObject({
    source_node_name: NodeName,
    target_node_name: NodeName,
    is_and: z.boolean(),
    conditionals: boundedList(EdgeConditional, 100),
  })
  .meta({ id: 'Edge' })

const Nodes = boundedList(WorkflowNodeBody, 200)
const Edges = boundedList(WorkflowEdgeBody, 1_000)

export const CreateWorkflow = z
  .looseObject({
    name: WorkflowName.nullish(),
    workflow_id: idOf('workflow').nullish(),
    workflow_name: cleanText.max(512).meta({ entity: 'workflow' }).nullish(),
    folder_id: idOf('folder').nullish(),
    commit_message: cleanText.max(1_000).nullish(),
    nodes: Nodes,
    required_input_variables: InputVariables.nullish(),
    edges: Edges.nullish(),
    release_labels: labels.nullish(),
    external_ids: boundedList(ExternalId, 100).nullish(),
  })
  .meta({ id: 'CreateWorkflow' })

export const CreatedWorkflow = z
  .object({
    success: z.literal(true),
    message: z.string(),
    workflow_id: z.int(),
    workflow_name: z.string(),
    workflow_version_id: z.int(),
    version_number: z.int(),
    base_version: z.int().nullable(),
    release_labels: z.array(z.string()).nullable(),
    nodes: z.array(
      z.object({ id: z.string(), name: z.string(), node_type: z.string(), is_output_node: z.boolean() }),
    ),
    required_input_variables: z.record(z.string(), z.string()),
    external_ids: z.array(ExternalId),
  })
  .meta({ id: 'CreateWorkflowResponse' })

const exampleNodes = [
  {
    name: 'shout',
    node_type: 'COMBINE_COLUMNS',
    configuration: { sources: ['topic'], format: '{topic}!' },
    dependencies: ['topic'],
    is_output_node: true,
  },
]

export const createWorkflow = defineEndpoint({
  id: 'createWorkflow',
  method: 'post',
  path: '/rest/workflows',
  summary: 'Create a workflow, or the next version of one',
  description:
    '`name` makes a new workflow; `workflow_id` or `workflow_name` adds a version. Nodes are columns that compute ' +
    'once: their configuration names other nodes and input variables.',
  tags,
  auth: 'header',
  body: CreateWorkflow,
  success: { 201: CreatedWorkflow },
  errors: clashErrors,
  bodyLimit: 8 * 1024 * 1024,
  example: {
    body: {
      name: 'announcer',
      nodes: exampleNodes,
      required_input_variables: { topic: 'string' },
      release_labels: ['prod'],
    },
  },
})

export const NodeUpdateBody = z
  .looseObject({
    node_type: NodeType.nullish(),
    configuration: anyObject.nullish(),
    dependencies: Dependencies.nullish(),
    is_output_node: z.boolean().nullish(),
  })
  .meta({ id: 'NodeUpdate' })

export const PatchWorkflow = z
  .looseObject({
    base_version: z.int().positive().nullish(),
    commit_message: cleanText.max(1_000).nullish(),
    nodes: z.record(NodeName, NodeUpdateBody.nullable()).nullish(),
    required_input_variables: InputVariables.nullish(),
    edges: Edges.nullish(),
    release_labels: labels.nullish(),
  })
  .meta({ id: 'PatchWorkflow' })

const Identified = z.object({ workflow_id_or_name: WorkflowIdentifier })

export const patchWorkflow = defineEndpoint({
  id: 'patchWorkflow',
  method: 'patch',
  path: '/rest/workflows/{workflow_id_or_name+}',
  summary: 'Make the next version by changing parts of the latest, or of the version given',
  description:
    'Configurations are merged field by field, and null removes a node with its edges; everything else takes the ' +
    'place of what was there.',
  tags,
  auth: 'header',
  params: Identified,
  body: PatchWorkflow,
  success: { 201: CreatedWorkflow },
  errors: standardErrors,
  bodyLimit: 8 * 1024 * 1024,
  example: {
    params: { workflow_id_or_name: 'announcer' },
    body: { nodes: { shout: { configuration: { format: '{topic}!!' } } }, commit_message: 'louder' },
  },
})

export const ListedWorkflow = z.object({
  id: z.int(),
  workspace_id: z.int(),
  user_id: z.int().nullable(),
  name: z.string(),
  is_deleted: z.boolean(),
  latest_version_number: z.int().nullable(),
  release_labels: z.array(z.string()),
  external_ids: z.array(ExternalId),
})

export const listWorkflows = defineEndpoint({
  id: 'listWorkflows',
  method: 'get',
  path: '/workflows',
  summary: 'List workflows',
  tags,
  auth: 'header',
  query: z
    .object({
      page: textInteger({ minimum: 1, maximum: 1_000_000 }).default(1),
      per_page: textInteger({ minimum: 1, maximum: 100 }).default(30),
      created_by_email: cleanText.optional(),
      created_after: Moment.optional(),
      created_before: Moment.optional(),
      updated_after: Moment.optional(),
      updated_before: Moment.optional(),
      external_source: SourceName.optional(),
      external_id: ExternalIdText.optional(),
      sort_by: z.enum(['created_at', 'updated_at', 'name', 'id']).default('created_at'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
    })
    .refine(isExternalIdWhole, externalIdInPart),
  success: {
    200: z
      .object({
        items: z.array(ListedWorkflow),
        page: z.int(),
        per_page: z.int(),
        total: z.int().nullable(),
        pages: z.int(),
        has_next: z.boolean(),
        has_prev: z.boolean(),
        next_num: z.int().nullable(),
        prev_num: z.int().nullable(),
      })
      .meta({ id: 'ListWorkflowsResponse' }),
  },
  errors: standardErrors,
  example: { query: { page: 1, per_page: 10 } },
})

export const WorkflowVersionBody = z
  .object({
    success: z.literal(true),
    /** Older clients read the id from here. */
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
  .meta({ id: 'GetWorkflowResponse' })

export const readWorkflow = defineEndpoint({
  id: 'getWorkflow',
  method: 'get',
  path: '/workflows/{workflow_id_or_name+}',
  summary: 'Read a version of a workflow: its nodes and edges',
  tags,
  auth: 'header',
  params: Identified,
  query: z
    .object({ version: textInteger({ minimum: 1 }).optional(), label: cleanText.optional() })
    .refine((query) => query.version === undefined || query.label === undefined, {
      path: ['label'],
      message: 'give version or label, not both',
    }),
  success: { 200: WorkflowVersionBody },
  errors: standardErrors,
  example: { params: { workflow_id_or_name: 'announcer' } },
})

export const listWorkflowLabels = defineEndpoint({
  id: 'getWorkflowLabels',
  method: 'get',
  path: '/workflows/{workflow_id_or_name+}/labels',
  summary: 'List the release labels of a workflow',
  tags: ['workflow', 'release-labels'],
  auth: 'header',
  params: Identified,
  success: {
    200: z
      .object({
        success: z.literal(true),
        release_labels: z.array(
          z.object({
            release_label: z.string(),
            release_label_id: z.int(),
            workflow_version_id: z.int(),
            workflow_version_number: z.int(),
          }),
        ),
      })
      .meta({ id: 'GetWorkflowLabelsResponse' }),
  },
  errors: standardErrors,
  example: { params: { workflow_id_or_name: 'announcer' } },
})

export const listWorkflowVersions = defineEndpoint({
  id: 'listWorkflowVersions',
  method: 'get',
  path: '/workflows/{workflow_id_or_name+}/versions',
  summary: 'List the versions of a workflow, newest first',
  tags,
  auth: 'header',
  params: Identified,
  query: z.object({
    before: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(30),
  }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        versions: z.array(
          z.object({
            version: z.int(),
            workflow_version_id: z.int(),
            commit_message: z.string().nullable(),
            created_at: z.string(),
          }),
        ),
      })
      .meta({ id: 'ListWorkflowVersionsResponse' }),
  },
  errors: standardErrors,
  example: { params: { workflow_id_or_name: 'announcer' } },
})

const example = { source: 'crm', external_id: 'customer-workflow' }
const WorkflowId = { workflow_id: textId('workflow') }
const exampleId = { workflow_id: 1 }

export const attachWorkflowExternalId = defineEndpoint({
  ...attaching,
  id: 'attach_workflow_id_external_id',
  path: '/workflows/{workflow_id}/external-ids',
  summary: 'Attach an external id to a workflow; the same mapping again changes nothing',
  params: z.object(WorkflowId),
  success: { 201: AttachedExternalId },
  example: { params: exampleId, body: example },
})

export const listWorkflowExternalIds = defineEndpoint({
  ...listing,
  id: 'list_workflow_id_external_ids',
  path: '/workflows/{workflow_id}/external-ids',
  summary: 'List the external ids of a workflow',
  params: z.object(WorkflowId),
  example: { params: exampleId },
})

export const detachWorkflowExternalId = defineEndpoint({
  ...detaching,
  id: 'delete_workflow_id_external_id',
  path: '/workflows/{workflow_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a workflow',
  params: z.object({ ...WorkflowId, ...Mapping }),
  example: { params: { ...exampleId, ...example } },
})
