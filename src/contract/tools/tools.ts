import { z } from 'zod'
import { maxFields } from '../../engine/limits.ts'
import { hasCompleteExternalId, incompleteExternalId } from '../external-ids/filter.ts'
import {
  boundedList,
  boundedRecord,
  clashErrors,
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  named,
  nameText,
  standardErrors,
  textInteger,
  times,
  timestamp,
} from '../kit/index.ts'
import { registryListQuery } from '../prompts/registry-list.ts'

const define = endpointsOf({ tags: ['tool-registry'] })

/** A tool's name or its numeric id. Digits are an id if the workspace has an entity with it, else a name. */
export const ToolIdentifier = z.object({ identifier: cleanText.min(1).max(512).meta({ entity: 'tool' }) })

const anyObject = boundedRecord(z.unknown(), maxFields)

/** `code` is the body of a function with one argument, the object `args`; `env` holds the environment variables. */
export const ToolExecution = named('ToolExecution', {
  type: z.literal('code'),
  language: z.enum(['python', 'javascript']),
  code: z.string(),
})

/** Content of one tool version. */
const content = {
  tool_definition: anyObject,
  execution: ToolExecution.nullish(),
  /** Answer of a test that asks for the mock. */
  mock_response: z.unknown().optional(),
  response_schema: anyObject.nullish(),
  commit_message: cleanText.nullish(),
}

export const ToolVersionBody = named('ToolVersion', {
  id: z.int(),
  tool_registry_id: z.int(),
  version_number: z.int(),
  tool_definition: anyObject,
  execution: ToolExecution.nullable(),
  mock_response: z.unknown(),
  response_schema: anyObject.nullable(),
  commit_message: z.string().nullable(),
  created_at: timestamp,
})

export const ToolLabelBody = named('ToolLabel', {
  id: z.int(),
  name: z.string(),
  tool_registry_id: z.int(),
  version_id: z.int(),
  version_number: z.int(),
  ...times,
})

const toolFields = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  workspace_id: z.int(),
  folder_id: z.int().nullable(),
  ...times,
}

export const ListedTool = named('ListedTool', {
  ...toolFields,
  latest_version_number: z.int(),
  labels: z.array(ToolLabelBody),
  external_ids: z.array(ExternalId),
})

const definition = {
  type: 'function',
  function: {
    name: 'find_customer',
    description: 'Finds a customer by e-mail address',
    parameters: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
  },
}
const execution = {
  type: 'code' as const,
  language: 'javascript' as const,
  code: 'return { email: args.email, known: true }',
}

export const listTools = define({
  id: 'list_tool_registries',
  get: '/api/public/v2/tool-registry',
  summary: 'List the tools of the workspace',
  query: z
    .object({
      ...registryListQuery,
    })
    .refine(hasCompleteExternalId, incompleteExternalId),
  success: { 200: z.object({ success: z.literal(true), tool_registries: z.array(ListedTool) }) },
  example: { query: { sort_by: 'name', sort_order: 'asc' } },
})

export const createTool = define({
  id: 'create_tool_registry',
  post: '/api/public/v2/tool-registry',
  summary: 'Create a tool with its first version',
  keepsNumbers: true,
  body: z.looseObject({
    name: nameText(512),
    description: cleanText.nullish(),
    folder_id: idOf('folder').nullish(),
    external_ids: boundedList(ExternalId, 100).nullish(),
    ...content,
  }),
  success: {
    201: z.object({
      success: z.literal(true),
      tool_registry: z.object(toolFields),
      version: ToolVersionBody,
      external_ids: z.array(ExternalId),
    }),
  },
  errors: clashErrors,
  example: { body: { name: 'find_customer', tool_definition: definition, execution } },
})

/** Selects a version; without either field, the newest. */
const Selector = z
  .object({ label: cleanText.optional(), version: textInteger({ minimum: 1 }).optional() })
  .refine((query) => query.version === undefined || query.label === undefined, {
    path: ['label'],
    message: 'must not have both version and label',
  })

export const readTool = define({
  id: 'get_tool_registry',
  get: '/api/public/v2/tool-registry/{identifier}',
  summary: 'Read a tool and one of its versions',
  params: ToolIdentifier,
  query: Selector,
  success: {
    200: z.object({
      success: z.literal(true),
      tool_registry: z.object({
        ...toolFields,
        labels: z.array(ToolLabelBody),
        version: ToolVersionBody.nullable(),
        tool_definition: anyObject.nullable(),
        external_ids: z.array(ExternalId),
      }),
    }),
  },
  example: { params: { identifier: 'find_customer' } },
})

export const createToolVersion = define({
  id: 'create_tool_version',
  post: '/api/public/v2/tool-registry/{identifier}/versions',
  summary: 'Add a version to a tool, with its whole content',
  params: ToolIdentifier,
  keepsNumbers: true,
  body: z.looseObject(content),
  success: { 201: z.object({ success: z.literal(true), version: ToolVersionBody }) },
  example: {
    params: { identifier: 'find_customer' },
    body: { tool_definition: definition, execution, commit_message: 'Say whether it is known' },
  },
})

export const testTool = define({
  id: 'test_execute_tool',
  post: '/api/public/v2/tool-registry/{identifier}/test-execute',
  summary: 'Run tool code in the sandbox, from the stored version or from the body',
  description:
    'An error raised by the code is a successful call: 200 with result.status `error`. Values of ' +
    'environment variables with eight characters or more are masked in the output.',
  keepsNumbers: true,
  params: ToolIdentifier,
  query: Selector,
  body: z.looseObject({
    inputs: anyObject.optional(),
    execution: ToolExecution.nullish(),
    tool_definition: anyObject.nullish(),
    mock: z
      .boolean()
      .optional()
      .meta({ description: 'Answer with the stored mock_response instead of running code.' }),
  }),
  success: {
    200: z.object({
      success: z.boolean(),
      message: z.string(),
      result: z.object({
        status: z.enum(['success', 'error']),
        result: z.unknown().nullable(),
        stdout: z.string(),
        stderr: z.string(),
        duration_ms: z.int(),
        error: z
          .object({
            type: z.string(),
            message: z.string(),
            line: z.int().nullable(),
            kind: z.string(),
          })
          .nullable(),
      }),
    }),
  },
  errors: { ...standardErrors, 502: 'detailed' },
  example: { params: { identifier: 'find_customer' }, body: { inputs: { email: 'ada@example.com' } } },
})
