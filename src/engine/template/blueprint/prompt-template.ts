import { z } from 'zod'
import { boundedList } from '../../bounded.ts'
import { maxMessages, maxTools, maxVariables } from '../../limits.ts'
import { type ContentBlock, ContentBlocks } from './content-block.ts'
import { Message, TemplateFormat } from './message.ts'
import { FunctionDefinition, Tool, ToolChoice } from './tool.ts'

/** A prompt template: a tagged union on `type`. Source: reference 4.2 and 4.3. */

export const ChatTemplate = z.looseObject({
  type: z.literal('chat'),
  messages: boundedList(Message, maxMessages),
  functions: boundedList(FunctionDefinition, maxTools).nullish().default(null),
  tools: boundedList(Tool, maxTools).nullish().default(null),
  function_call: z
    .union([z.string(), z.looseObject({ name: z.string() })])
    .nullish()
    .default(null),
  tool_choice: z.union([z.string(), ToolChoice]).nullish().default(null),
  input_variables: boundedList(z.string(), maxVariables).default([]),
})
export type ChatTemplate = z.output<typeof ChatTemplate>

/** Snippets are templates of this type; OpenAI images uses one with a single text block. */
export const CompletionTemplate = z.looseObject({
  type: z.literal('completion'),
  content: ContentBlocks,
  input_variables: boundedList(z.string(), maxVariables).default([]),
  template_format: TemplateFormat.default('f-string'),
})
export type CompletionTemplate = z.output<typeof CompletionTemplate>

export const PromptTemplate = z.discriminatedUnion('type', [CompletionTemplate, ChatTemplate])
export type PromptTemplate = z.output<typeof PromptTemplate>

/** All content blocks of a template, one message after the other. */
export const contentOf = (template: PromptTemplate): ContentBlock[] =>
  template.type === 'chat' ? template.messages.flatMap((message) => message.content ?? []) : template.content
