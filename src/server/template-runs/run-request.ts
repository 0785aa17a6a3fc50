import type { StopReason, StructuredOutput } from '../../engine/running/index.ts'
import type { Message, Model, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import type { ModelRequest } from '../../engine/template/model-kwargs/index.ts'
import type { ServedVersion, TemplateChoice } from '../prompts/index.ts'
import type { Spending } from './tally.ts'

/** A template to run. */
export interface RunRequest {
  readonly template: TemplateChoice
  /** Null: variables stay in the text. */
  readonly variables: Readonly<Record<string, unknown>> | null
  /** True: a run is refused if a variable in the text has no value. */
  readonly requiresAllVariables?: boolean
  readonly model: ModelRequest
  /** Messages appended to the chat. */
  readonly history: readonly unknown[]
  readonly runTools: boolean
  /** True: use the mock responses of the tools and run no tool. An object has the responses by name. */
  readonly mockTools: boolean | Readonly<Record<string, unknown>>
  readonly mcpServers: readonly { readonly id: number; readonly tools: readonly string[] | null }[]
  readonly tags: readonly string[]
  /** Metadata that is logged, and by which dynamic labels select versions. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly groupId: number | null
}

export const plainRequest = (template: TemplateChoice): RunRequest => ({
  template,
  variables: {},
  model: {},
  history: [],
  runTools: true,
  mockTools: false,
  mcpServers: [],
  tags: [],
  metadata: {},
  groupId: null,
})

export interface CompletedToolCall {
  readonly id: string
  readonly name: string
  readonly source: 'registry' | 'mcp' | 'mock'
  readonly arguments: string
  readonly result: string
  readonly isError: boolean
  readonly milliseconds: number
  /** The request whose answer asked for the tool call. */
  readonly requestId: number
}

export interface RunResult {
  readonly served: ServedVersion | null
  /** The template of the first call, with its variables filled in. */
  readonly template: PromptTemplate
  readonly model: Pick<Model, 'provider' | 'name'>
  /** All messages after the template. */
  readonly output: readonly Message[]
  readonly text: string
  readonly structuredOutput: StructuredOutput | null
  readonly tools: readonly CompletedToolCall[]
  readonly stopReason: StopReason
  readonly finishReason: string | null
  readonly spending: Spending
  readonly warning: string | null
}

export type RunEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly kind: 'tool-result'; readonly tool: CompletedToolCall }
