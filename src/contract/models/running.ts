import { z } from 'zod'
import {
  maxDataValues,
  maxMessages,
  maxNameLength,
  maxOverrides,
  maxTags,
  maxTools,
  maxVariables,
} from '../../engine/limits.ts'
import { Message } from '../../engine/template/blueprint/index.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  cleanText,
  endpointsOf,
  idOf,
  named,
  runErrors,
  TemplateReference,
} from '../kit/index.ts'
import { RequestMetadata, Tag } from '../requests/requests.ts'
import { MetadataBody, PromptTemplateBody } from '../schemas.ts'

const define = endpointsOf({ tags: ['running'], errors: runErrors })

const Draft = z
  .looseObject({
    prompt_template: PromptTemplateBody,
    metadata: MetadataBody.nullish(),
    provider_id: z.int().positive().nullish(),
    provider_base_url_name: cleanText.max(255).nullish(),
    snippet_overrides: boundedRecord(z.string(), maxVariables).nullish(),
  })
  .meta({ id: 'PromptDraft' })

const decimal = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,18})?$/, 'must be an amount of dollars as decimal text, such as "0.25"')

/** Limits of one run. */
export const Budget = z.strictObject({ calls: z.int().min(0).nullish(), cost: decimal.nullish() })

/** Bounded, because 100,000 overrides block other calls for seconds. */
const ParameterOverrides = boundedRecord(z.unknown(), maxOverrides)

const RunBody = z
  .looseObject({
    prompt_name: TemplateReference.nullish(),
    prompt_id: idOf('prompt').nullish(),
    draft: Draft.nullish(),
    version: z.int().positive().nullish(),
    label: cleanText.max(maxNameLength).nullish(),
    input_variables: boundedRecord(z.unknown(), maxVariables).default({}),
    chat_history: boundedList(z.unknown(), maxMessages).nullish(),
    provider: cleanText.max(maxNameLength).nullish(),
    model: cleanText.max(maxNameLength).nullish(),
    model_parameter_overrides: ParameterOverrides.nullish(),
    run_tools: z.boolean().default(true),
    mock_tools: z.union([z.boolean(), boundedRecord(z.unknown(), maxTools)]).nullish(),
    mcp_servers: z
      .array(z.strictObject({ id: idOf('mcp-server'), tools: boundedList(z.string(), maxTools).nullish() }))
      .max(16)
      .nullish(),
    metadata: RequestMetadata.default({}),
    tags: boundedList(Tag, maxTags).default([]),
    group_id: idOf('group').nullish(),
    budget: Budget.nullish(),
    stream: z.boolean().default(false),
  })
  .superRefine((body, context) => {
    const sources = [body.prompt_name, body.prompt_id, body.draft].filter((source) => source != null).length
    if (sources !== 1)
      context.addIssue({
        code: 'custom',
        path: ['prompt_name'],
        message: 'must have exactly one of prompt_name, prompt_id and draft',
        ...(sources === 0 && { params: { type: 'missing' } }),
      })
    if (body.draft != null && (body.version != null || body.label != null))
      context.addIssue({ code: 'custom', path: ['draft'], message: 'must not have version or label' })
  })
  .meta({ id: 'RunPromptTemplate' })
export type RunBody = z.output<typeof RunBody>

const RunToolCall = named('RunToolCall', {
  id: z.string(),
  name: z.string(),
  source: z.enum(['registry', 'mcp', 'mock']),
  arguments: z.string(),
  /** The tool result that the model got. */
  result: z.string(),
  is_error: z.boolean(),
  duration_ms: z.int(),
  request_id: z.int(),
})
export type RunToolCall = z.output<typeof RunToolCall>

/** Null if a call has no token counts. */
const tokenCount = z.int().nullable()
const RunUsage = named('RunUsage', {
  input_tokens: tokenCount,
  output_tokens: tokenCount,
  cached_input_tokens: tokenCount,
  reasoning_tokens: tokenCount,
})

const RunAnswer = answer('RunPromptTemplateResponse', {
  prompt: z
    .object({ id: z.int(), name: z.string(), version: z.int(), label: z.string().nullable() })
    .nullable(),
  model: z.object({ provider: z.string(), name: z.string() }),
  output: z.array(Message),
  text: z.string(),
  structured_output: z
    .object({ value: z.unknown(), is_valid: z.boolean().nullable(), problem: z.string().nullable() })
    .nullable(),
  tool_calls: z.array(RunToolCall),
  stop_reason: z.enum(['answered', 'tool_calls', 'call_limit', 'budget']),
  finish_reason: z.string().nullable(),
  usage: RunUsage,
  cost: z.string().nullable(),
  latency_ms: z.int(),
  waited_ms: z.int(),
  request_id: z.int(),
  request_ids: z.array(z.int()),
  warning: z.string().nullable(),
})
export type RunAnswer = z.output<typeof RunAnswer>

export const runTemplate = define({
  id: 'run_prompt_template',
  post: '/api/public/v2/prompt-templates/run',
  summary: 'Run a template: call its model, run the tools it asks for, and log every call',
  description:
    'Name a template of the registry, or send one as `draft`. Tools of the registry with code, and tools ' +
    'of `mcp_servers`, run here when the model calls them, unless the same turn also calls other tools. ' +
    'The model is called at most 10 times. `mock_tools` replaces tool results: true uses the mock ' +
    'responses of the tools, an object has a value for each name. `output` holds all messages after the ' +
    'prompt. A failing provider gives 429 (rate limit), 504 (timeout) or 502, with `error_type`; the ' +
    'failed call is logged too. With `stream`, the answer is server-sent events; `waiting` ' +
    'and `resumed` are sent only to people who are signed in. `cost` is null if the ' +
    'price of a call is not known.',
  keepsNumbers: true,
  audited: false,
  body: RunBody,
  success: { 200: RunAnswer },
  events: {
    text: z.object({ text: z.string() }),
    tool_call: z.object({ id: z.string(), name: z.string(), arguments: z.string() }),
    tool_result: RunToolCall,
    waiting: z
      .object({
        provider: z.string(),
        model: z.string(),
        error_type: z
          .string()
          .nullable()
          .describe('Error of the failed attempt. Null: the call waits for its turn'),
        message: z.string().nullable(),
        retry_after_ms: z.int().nullable().describe('Null if unknown'),
      })
      .describe('The call waits for another attempt, or for the limits of its provider'),
    resumed: z.object({}).describe('An attempt begins after `waiting`'),
  },
  bodyLimit: 32 * 1024 * 1024,
  valueLimit: maxDataValues,
  example: {
    body: {
      prompt_name: 'greeting',
      input_variables: { name: 'Ada' },
    },
  },
})
