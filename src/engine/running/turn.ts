import type { Message, PromptTemplate, ToolCall } from '../template/blueprint/index.ts'

/** Calls of the model in one run: the reference's figure. */
export const mostModelCalls = 10
/** Nobody offers more tools; a model that asks for more at once has lost its way. */
const mostCallsOfATurn = 128

/**
 * Why a run is over. `tool_calls`: the model asks for tools, and they are the caller's to run. `call_limit`: it asks
 * for tools and may not be called again.
 */
export type StopReason = 'answered' | 'tool_calls' | 'call_limit' | 'budget'

export type Turn =
  | { readonly kind: 'stop'; readonly reason: StopReason }
  | { readonly kind: 'tools'; readonly calls: readonly ToolCall[] }

/**
 * What follows an answer. Its tools run when every one of them can: a turn that mixes them with calls for the caller
 * stops as it is, for half of its results would be no answer to it. So does one of several choices.
 */
export function nextTurn(
  output: PromptTemplate,
  { isExecutable, modelCalls }: { isExecutable: (name: string) => boolean; modelCalls: number },
): Turn {
  const said = output.type === 'chat' ? output.messages : []
  const calls = said.flatMap(callsIn)
  if (calls.length === 0)
    return { kind: 'stop', reason: said.some(hasFunctionCall) ? 'tool_calls' : 'answered' }
  const isOurs = calls.every((call) => isExecutable(call.function.name))
  if (!isOurs || said.length > 1 || calls.length > mostCallsOfATurn)
    return { kind: 'stop', reason: 'tool_calls' }
  if (modelCalls >= mostModelCalls) return { kind: 'stop', reason: 'call_limit' }
  return { kind: 'tools', calls }
}

const callsIn = (message: Message): readonly ToolCall[] =>
  message.role === 'assistant' ? (message.tool_calls ?? []) : []

const hasFunctionCall = (message: Message): boolean =>
  message.role === 'assistant' && message.function_call != null
