import { z } from 'zod'
import {
  cleanText,
  endpointsOf,
  named,
  Role,
  strictNamed,
  textId,
  times,
  variableErrors,
} from '../kit/index.ts'
import { ToolIdentifier } from '../tools/tools.ts'

const toolTags = ['env-vars', 'tool-registry'] as const

/**
 * Limits of a variable: the least role of the person who starts a run, the targets that get it, the hosts that it may
 * be sent to. Null: no limit.
 */
const Restriction = strictNamed('EnvironmentVariableRestriction', {
  role: Role.nullable().default(null),
  uses: z
    .array(z.strictObject({ kind: z.enum(['tool', 'column', 'mcp_server']), id: cleanText.min(1).max(64) }))
    .max(100)
    .nullable()
    .default(null),
  hosts: z
    .array(
      cleanText
        .max(255)
        .regex(/^[^\s/?#@\\*]+$/, 'must be a host name or an address, with or without a port'),
    )
    .min(1)
    .max(100)
    .nullable()
    .default(null),
})

const { 409: _clash, ...readErrors } = variableErrors
const define = endpointsOf({ tags: ['env-vars'], errors: readErrors })

/** Answers never hold the value itself. */
export const EnvironmentVariable = named('EnvironmentVariable', {
  id: z.int(),
  key: z.string(),
  /** The last four characters of a value; the last third of a short value; empty without a value. */
  value_suffix: z.string(),
  is_empty: z.boolean(),
  ...times,
  workspace_id: z.int(),
  /** Absent for variables of the whole workspace. */
  tool_registry_id: z.int().optional(),
  /** Null: all code of the workspace gets the variable and may send it to any host. */
  restriction: Restriction.nullable(),
})

const NewVariable = z.object({
  key: z
    .string()
    .min(1, { abort: true })
    .max(255)
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]*$/,
      'must be letters, digits and underscores, and must not begin with a digit',
    ),
  value: cleanText.max(8192).optional(),
  restriction: Restriction.nullable().optional(),
})
const NewValue = z
  .object({ value: cleanText.min(1).max(8192).optional(), restriction: Restriction.nullable().optional() })
  .refine(({ value, restriction }) => value !== undefined || restriction !== undefined, {
    path: ['value'],
    message: 'is missing; send a value, a restriction, or both',
  })

const VariableId = { var_id: textId('environment-variable') }
const ToolVariable = ToolIdentifier.extend({ var_id: textId('tool-variable') })

const WorkspaceAnswer = z.object({ success: z.literal(true), workspace_env_var: EnvironmentVariable })
const ToolAnswer = z.object({ success: z.literal(true), tool_env_var: EnvironmentVariable })
const Deleted = z.object({ success: z.literal(true) })

export const listWorkspaceVariables = define({
  id: 'list_workspace_env_vars',
  get: '/api/public/v2/env-vars',
  summary: 'List the environment variables of the workspace, without their values',
  success: { 200: z.object({ success: z.literal(true), workspace_env_vars: z.array(EnvironmentVariable) }) },
  example: {},
})

export const createWorkspaceVariable = define({
  id: 'create_workspace_env_var',
  post: '/api/public/v2/env-vars',
  summary: 'Create an environment variable for the code of every tool',
  description:
    'The code of a tool reads the variable from `env`: `env.CRM_REGION` in JavaScript, `env["CRM_REGION"]` in Python. ' +
    'A variable of the tool replaces one of the workspace with the same key. ' +
    'A `restriction` names the least role of the person who starts a run (a job keeps the role of the ' +
    'person who started it), the tools, columns and MCP servers that get the variable, and the hosts ' +
    'that it may be sent to. Code gets a variable with a list of hosts only when the text of the code ' +
    'names the variable; that code may then call those hosts only. Values of eight characters and more ' +
    'are masked in the output of code and in the answers of called addresses, also in base64, ' +
    'hexadecimal, percent-encoding and JSON.',
  role: 'admin',
  unauditedFields: ['value'],
  body: NewVariable,
  success: { 201: WorkspaceAnswer },
  errors: variableErrors,
  example: { body: { key: 'CRM_REGION', value: 'eu-central' } },
})

export const updateWorkspaceVariable = define({
  id: 'update_workspace_env_var',
  patch: '/api/public/v2/env-vars/{var_id}',
  summary: 'Change the value or the restriction of an environment variable of the workspace',
  role: 'admin',
  unauditedFields: ['value'],
  params: z.object(VariableId),
  body: NewValue,
  success: { 200: WorkspaceAnswer },
  example: { params: { var_id: 1 }, body: { value: 'eu-west' } },
})

export const deleteWorkspaceVariable = define({
  id: 'delete_workspace_env_var',
  delete: '/api/public/v2/env-vars/{var_id}',
  summary: 'Delete an environment variable of the workspace',
  role: 'admin',
  params: z.object(VariableId),
  success: { 200: Deleted },
  example: { params: { var_id: 1 } },
})

export const listToolVariables = define({
  id: 'list_tool_env_vars',
  get: '/api/public/v2/tool-registry/{identifier}/env-vars',
  summary: 'List the environment variables of a tool, without their values',
  tags: toolTags,
  params: ToolIdentifier,
  success: { 200: z.object({ success: z.literal(true), tool_env_vars: z.array(EnvironmentVariable) }) },
  example: { params: { identifier: 'find_customer' } },
})

export const createToolVariable = define({
  id: 'create_tool_env_var',
  post: '/api/public/v2/tool-registry/{identifier}/env-vars',
  summary:
    "Create an environment variable for the code of one tool; it overrides the workspace's variable of " +
    'the same name',
  tags: toolTags,
  role: 'admin',
  unauditedFields: ['value'],
  params: ToolIdentifier,
  body: NewVariable,
  success: { 201: ToolAnswer },
  errors: variableErrors,
  example: {
    params: { identifier: 'find_customer' },
    body: { key: 'CRM_TOKEN', value: 'a-token-of-the-crm' },
  },
})

export const updateToolVariable = define({
  id: 'update_tool_env_var',
  patch: '/api/public/v2/tool-registry/{identifier}/env-vars/{var_id}',
  summary: 'Change the value or the restriction of an environment variable of a tool',
  tags: toolTags,
  role: 'admin',
  unauditedFields: ['value'],
  params: ToolVariable,
  body: NewValue,
  success: { 200: ToolAnswer },
  example: { params: { identifier: 'find_customer', var_id: 1 }, body: { value: 'the-next-token' } },
})

export const deleteToolVariable = define({
  id: 'delete_tool_env_var',
  delete: '/api/public/v2/tool-registry/{identifier}/env-vars/{var_id}',
  summary: 'Delete an environment variable of a tool',
  tags: toolTags,
  role: 'admin',
  params: ToolVariable,
  success: { 200: Deleted },
  example: { params: { identifier: 'find_customer', var_id: 1 } },
})
