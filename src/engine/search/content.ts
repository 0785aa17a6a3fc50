import {
  type ContentBlock,
  contentOf,
  type Message,
  type PromptTemplate,
  type ToolCall,
} from '../template/blueprint/index.ts'
import { type Facet, namedFacets, nestedFacets } from './facets.ts'
import { fold } from './words.ts'

export type OutputShape = 'json' | 'tool_call' | 'plain_text'

/** The searchable content of a request, besides the columns of its row. */
export interface SearchContent {
  /** Folded text of all messages except the answer, each after its role. */
  readonly inputText: string
  readonly outputText: string
  readonly shape: OutputShape
  readonly facets: readonly Facet[]
  /** Number of user messages. */
  readonly turnCount: number
  /** Number of tool calls in the answer. */
  readonly toolCallCount: number
}

export interface Searchable {
  readonly input: PromptTemplate
  readonly output: PromptTemplate
  readonly variables: Readonly<Record<string, unknown>>
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Extracts the searchable content once, when a request is logged. */
export function searchContentOf({ input, output, variables, tags, metadata }: Searchable): SearchContent {
  const inputMessages = messagesOf(input)
  const calls = callsOf(output)
  const text = textOfBlocks(contentOf(output))
  const json = calls.length > 0 ? { tool_calls: calls.map(readableCall) } : jsonObject(text)
  return {
    inputText: fold(inputMessages.map(withRole).join('\n\n')),
    outputText: fold(text === '' && calls.length > 0 ? JSON.stringify(calls.map(functionOf)) : text),
    shape: calls.length > 0 ? 'tool_call' : json ? 'json' : 'plain_text',
    turnCount: inputMessages.filter(({ role }) => role === 'user').length,
    toolCallCount: calls.length,
    facets: [
      ...namedFacets('tags', tags),
      ...nestedFacets('metadata', metadata),
      ...namedFacets(
        'tool_names',
        [...calls, ...callsOf(input)].map(({ function: { name } }) => name),
      ),
      ...(json ? nestedFacets('output', json) : []),
      ...nestedFacets('input_variables', variables),
    ],
  }
}

interface RoleText {
  readonly role: string
  readonly text: string
}

function messagesOf(template: PromptTemplate): RoleText[] {
  if (template.type === 'completion') return [{ role: 'user', text: textOfBlocks(template.content) }]
  return template.messages.map((message) => ({
    role: message.role,
    text: callsOfMessage(message)
      .map(callText)
      .reduce(below, textOfBlocks(message.content ?? [])),
  }))
}

const withRole = ({ role, text }: RoleText): string => `[${role}] ${text}`

const textOfBlocks = (blocks: readonly ContentBlock[]): string => blocks.map(textOfBlock).reduce(below, '')

/** Appends a line; an empty line is skipped. */
function below(text: string, line: string): string {
  if (line === '') return text
  return text === '' ? line : `${text}\n${line}`
}

function textOfBlock(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  if (block.type === 'code') return block.code
  return ''
}

const callsOf = (template: PromptTemplate): ToolCall[] =>
  template.type === 'chat' ? template.messages.flatMap(callsOfMessage) : []

const callsOfMessage = (message: Message): ToolCall[] =>
  message.role === 'assistant' ? (message.tool_calls ?? []) : []

const functionOf = (call: ToolCall) => ({ name: call.function.name, arguments: call.function.arguments })

const callText = (call: ToolCall): string => `${call.function.name}(${call.function.arguments})`

/** Arguments are JSON text; parsed, their keys can be searched too. */
const readableCall = (call: ToolCall) => ({
  function: {
    name: call.function.name,
    arguments: jsonObject(call.function.arguments) ?? call.function.arguments,
  },
})

function jsonObject(text: string): Record<string, unknown> | null {
  if (!/^\s*\{/.test(text)) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}
