import { z } from 'zod'
import { maxFields, maxVariables } from '../../engine/limits.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  clashErrors,
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  LabelName,
  namedErrors,
  nameText,
  textId,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['workflow'] })

export const WorkflowName = nameText(255)
/** A workflow's name or its numeric id. Digits are an id if the workspace has an entity with it, else a name. */
export const WorkflowIdentifier = cleanText.min(1).max(512).meta({ entity: 'workflow' })

export const anyObject = boundedRecord(z.unknown(), maxFields)
const InputVariables = boundedRecord(cleanText.max(255), maxVariables, cleanText.max(255))
const NodeName = nameText(255)
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

export const CreatedWorkflow = answer('CreateWorkflowResponse', {
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

const exampleNodes = [
  {
    name: 'shout',
    node_type: 'COMBINE_COLUMNS',
    configuration: { sources: ['topic'], format: '{topic}!' },
    dependencies: ['topic'],
    is_output_node: true,
  },
]

export const createWorkflow = define({
  id: 'createWorkflow',
  post: '/rest/workflows',
  summary: 'Create a workflow, or the next version of a workflow',
  description:
    '`name` creates a workflow; `workflow_id` or `workflow_name` adds a version. Each node is a column ' +
    'that computes once; its configuration names other nodes and input variables.',
  body: CreateWorkflow,
  keepsNumbers: true,
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
    nodes: boundedRecord(NodeUpdateBody.nullable(), 200, NodeName).nullish(),
    required_input_variables: InputVariables.nullish(),
    edges: Edges.nullish(),
    release_labels: labels.nullish(),
  })
  .meta({ id: 'PatchWorkflow' })

export const WorkflowParams = z.object({ workflow_id_or_name: WorkflowIdentifier })

export const patchWorkflow = define({
  id: 'patchWorkflow',
  patch: '/rest/workflows/{workflow_id_or_name+}',
  summary: 'Make the next version by changing parts of the latest version, or of the given version',
  description:
    'Configurations are merged field by field. Null removes a node with its edges. All other fields are ' +
    'replaced.',
  params: WorkflowParams,
  body: PatchWorkflow,
  keepsNumbers: true,
  success: { 201: CreatedWorkflow },
  bodyLimit: 8 * 1024 * 1024,
  example: {
    params: { workflow_id_or_name: 'announcer' },
    body: { nodes: { shout: { configuration: { format: '{topic}!!' } } }, commit_message: 'louder' },
  },
})

export const renameWorkflow = define({
  id: 'rename_workflow',
  patch: '/api/public/v2/workflows/{workflow_id}',
  summary: 'Rename a workflow',
  description:
    'Versions, labels and runs stay with the workflow. Applications, other workflows and columns that name it by ' +
    'its former name no longer find it.',
  params: z.object({ workflow_id: textId('workflow') }),
  body: z.strictObject({ name: WorkflowName }),
  success: {
    200: answer('RenamedWorkflowResponse', { workflow: z.object({ id: z.int(), name: z.string() }) }),
  },
  errors: namedErrors,
  example: { params: { workflow_id: 1 }, body: { name: 'announcer of the shop' } },
})
