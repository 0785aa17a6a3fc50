import { z } from 'zod'
import { maxDataValues, maxVariables } from '../../engine/limits.ts'
import {
  answer,
  boundedRecord,
  cleanText,
  endpointsOf,
  named,
  outboundUrl,
  textBoolean,
  textId,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { WorkflowIdentifier } from './workflows.ts'

const define = endpointsOf({ tags: ['workflow'] })

const anyObject = boundedRecord(z.unknown(), maxVariables)

export const RunWorkflow = z
  .looseObject({
    workflow_label_name: cleanText.max(255).nullish(),
    workflow_version_number: z.int().positive().nullish(),
    metadata: boundedRecord(cleanText.max(10_000), 100, cleanText.max(255)).nullish(),
    input_variables: anyObject.nullish(),
    return_all_outputs: z.boolean().nullish(),
    callback_url: outboundUrl.nullish(),
    /** The end of the name of the channel that the client listens on. */
    channel_name_suffix: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, _ or -')
      .nullish(),
  })
  .refine((body) => body.workflow_label_name == null || body.workflow_version_number == null, {
    path: ['workflow_label_name'],
    message: 'must not have both workflow_label_name and workflow_version_number',
  })
  .meta({ id: 'RunWorkflow' })

const StartedRun = answer('RunWorkflowResponse', {
  message: z.string(),
  warning: z.string().nullable(),
  workflow_version_execution_id: z.int(),
})

export const runWorkflow = define({
  id: 'runWorkflow',
  post: '/workflows/{workflow_name+}/run',
  summary: 'Run a workflow',
  description:
    'Answers at once. Read the results with the execution id, wait for them on a websocket, or have them ' +
    'sent to `callback_url` (the answer is then 202). Without label and version the latest version is ' +
    'run.',
  keepsNumbers: true,
  audited: false,
  params: z.object({ workflow_name: WorkflowIdentifier }),
  body: RunWorkflow.nullish(),
  valueLimit: maxDataValues,
  success: { 201: StartedRun, 202: StartedRun },
  example: { params: { workflow_name: 'announcer' }, body: { input_variables: { topic: 'Rain' } } },
})

const NodeOutput = z.object({
  status: z.enum(['QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED']),
  value: z.unknown(),
  error_message: z.string().nullable(),
  raw_error_message: z.string().nullable(),
  is_output_node: z.boolean(),
})
const Results = z.union([z.record(z.string(), NodeOutput), z.unknown()])

export const readWorkflowResults = define({
  id: 'getWorkflowVersionExecutionResults',
  get: '/workflow-version-execution-results',
  summary: 'Read the outputs of a run; 202 until every node has finished',
  description:
    'The value of the first output node that succeeded, or with `return_all_outputs` the value of every ' +
    'node by name. A finished run without such a value returns every node too.',
  query: z.object({
    workflow_version_execution_id: textId('workflow-run'),
    return_all_outputs: textBoolean.default(false),
  }),
  success: { 200: Results, 202: Results },
  example: { query: { workflow_version_execution_id: 1 } },
})

const RunState = z.enum(['running', 'done', 'cancelled'])

const RunSummary = {
  id: z.int(),
  workflow_id: z.int(),
  workflow_version_id: z.int(),
  state: RunState,
  /** Nodes that failed so far. */
  failed_count: z.int(),
  trace_id: z.string(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
}

export const WorkflowRunBody = named('WorkflowRun', {
  ...RunSummary,
  workflow_version_number: z.int(),
  input_variables: anyObject,
  metadata: z.record(z.string(), z.string()),
  nodes: z.array(
    NodeOutput.extend({
      name: z.string(),
      node_type: z.string(),
      request_ids: z.array(z.int()),
      started_at: timestamp.nullable(),
      finished_at: timestamp.nullable(),
    }),
  ),
})

const path = '/api/public/v2/workflow-runs'
const RunParams = z.object({ workflow_version_execution_id: textId('workflow-run') })

export const listWorkflowRuns = define({
  id: 'listWorkflowRuns',
  get: path,
  summary: 'List the runs of a workflow, newest first',
  query: z.object({
    workflow_id: textId('workflow'),
    before: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(30),
  }),
  success: {
    200: answer('ListWorkflowRunsResponse', {
      runs: z.array(
        z.object({
          ...RunSummary,
          workflow_version_number: z.int(),
          /** The beginning of the values of the input variables. */
          input_preview: z.string(),
        }),
      ),
    }),
  },
  example: { query: { workflow_id: 1 } },
})

export const readWorkflowRun = define({
  id: 'readWorkflowRun',
  get: `${path}/{workflow_version_execution_id}`,
  summary: 'Read a run and its progress: each node with its result, times and requests',
  params: RunParams,
  success: { 200: answer('ReadWorkflowRunResponse', { run: WorkflowRunBody }) },
  example: { params: { workflow_version_execution_id: 1 } },
})

export const cancelWorkflowRun = define({
  id: 'cancelWorkflowRun',
  post: `${path}/{workflow_version_execution_id}/cancel`,
  summary: 'Cancel a run; a finished run stays as it is',
  params: RunParams,
  success: { 200: answer('CancelWorkflowRunResponse', { state: RunState }) },
  example: { params: { workflow_version_execution_id: 1 } },
})
