import { z } from 'zod'
import { boundedList } from '../../bounded.ts'
import { maxToolCalls, maxVariables } from '../../limits.ts'
import { ContentBlocks } from './content-block.ts'

/**
 * Messages of a chat template, discriminated by `role`.
 * Source: reference 4.2.
 */

export const TemplateFormat = z.enum(['f-string', 'jinja2'])
export type TemplateFormat = z.output<typeof TemplateFormat>

export const FunctionCall = z.looseObject({ name: z.string(), arguments: z.string() })

export const ToolCall = z.looseObject({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: FunctionCall,
  tool_id: z.string().nullish().default(null),
})
export type ToolCall = z.output<typeof ToolCall>

const textual = {
  input_variables: boundedList(z.string(), maxVariables).default([]),
  template_format: TemplateFormat.default('f-string'),
}
const optionalName = z.string().nullish()
const message = <R extends string, S extends z.ZodRawShape>(role: R, shape: S) =>
  z.looseObject({ role: z.literal(role), ...textual, ...shape })

export const SystemMessage = message('system', { content: ContentBlocks, name: optionalName })
export const DeveloperMessage = message('developer', { content: ContentBlocks, name: optionalName })
export const UserMessage = message('user', { content: ContentBlocks, name: optionalName })

export const AssistantMessage = message('assistant', {
  content: ContentBlocks.nullish(),
  function_call: FunctionCall.nullish().meta({ deprecated: true }),
  tool_calls: boundedList(ToolCall, maxToolCalls).nullish(),
  name: optionalName,
})

export const ToolMessage = message('tool', {
  content: ContentBlocks,
  tool_call_id: z.string(),
  name: optionalName,
})

export const FunctionMessage = message('function', { content: ContentBlocks.nullish(), name: z.string() })

/** Replaced by the list of messages in the input variable `name`. */
export const PlaceholderMessage = message('placeholder', {
  content: ContentBlocks.nullish().default(null),
  name: z.string(),
  raw_request_display_role: z.string().default(''),
})

export const Message = z
  .discriminatedUnion('role', [
    SystemMessage,
    UserMessage,
    AssistantMessage,
    FunctionMessage,
    ToolMessage,
    PlaceholderMessage,
    DeveloperMessage,
  ])
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>
export type AssistantMessage = z.output<typeof AssistantMessage>
