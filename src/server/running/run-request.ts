import type { StopReason, StructuredOutput } from '../../engine/running/index.ts'
import type { Message, Model, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import type { ModelRequest } from '../../engine/template/model-kwargs/index.ts'
import type { ServedVersion, TemplateChoice } from '../prompts/index.ts'
import type { Spending } from './tally.ts'

/** A template to be run. */
export interface RunRequest {
  readonly template: TemplateChoice
  /** Null leaves the variables of the template as they are. */
  readonly variables: Readonly<Record<string, unknown>> | null
  /** True: it does not run while a variable of its texts is not given at all. */
  readonly everyVariable?: boolean
  readonly model: ModelRequest
  /** Messages for the end of the chat. */
  readonly history: readonly unknown[]
  readonly runTools: boolean
  /** True: the mock responses of the tools, and nothing runs. Else values by name. */
  readonly mockTools: boolean | Readonly<Record<string, unknown>>
  readonly mcpServers: readonly { readonly id: number; readonly tools: readonly string[] | null }[]
  readonly tags: readonly string[]
  /** Logged, and what dynamic labels choose by. */
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

/** A call of the model for a tool, and what it was answered. */
export interface RanTool {
  readonly id: string
  readonly name: string
  readonly source: 'registry' | 'mcp' | 'mock'
  readonly arguments: string
  readonly result: string
  readonly isError: boolean
  readonly milliseconds: number
  /** The request by which the model asked for it. */
  readonly requestId: number
}

export interface RunResult {
  readonly served: ServedVersion | null
  /** With the variables filled in, as the first call had it. */
  readonly template: PromptTemplate
  readonly model: Pick<Model, 'provider' | 'name'>
  /** Everything that was said after the template. */
  readonly output: readonly Message[]
  readonly text: string
  readonly structuredOutput: StructuredOutput | null
  readonly tools: readonly RanTool[]
  readonly stopReason: StopReason
  readonly finishReason: string | null
  readonly spending: Spending
  readonly warning: string | null
}

/** What happens on the way. */
export type RunEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly kind: 'tool-result'; readonly tool: RanTool }
