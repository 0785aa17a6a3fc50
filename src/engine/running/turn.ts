import type { Message, PromptTemplate, ToolCall } from '../template/blueprint/index.ts'

/** Model calls in one run, as in PromptLayer. */
export const maxModelCalls = 10
/** Tool calls in one turn; a model that makes more is stuck. */
const maxCallsOfATurn = 128

/**
 * Why a run ended. `tool_calls`: the model calls tools that the caller must run. `call_limit`: it calls tools, and no
 * further model call is allowed. `budget`: the budget of the run is used up.
 */
export type StopReason = 'answered' | 'tool_calls' | 'call_limit' | 'budget'

export type Turn =
  | { readonly kind: 'stop'; readonly reason: StopReason }
  | { readonly kind: 'tools'; readonly calls: readonly ToolCall[] }

/**
 * The next action after an answer. Tools run only if all of them can run here: a turn that also calls the
 * caller's tools ends the run, because the model needs all results together. An answer with several choices
 * ends the run too.
 */
export function nextTurn(
  output: PromptTemplate,
  { isExecutable, modelCalls }: { isExecutable: (name: string) => boolean; modelCalls: number },
): Turn {
  const messages = output.type === 'chat' ? output.messages : []
  const calls = messages.flatMap(callsIn)
  if (calls.length === 0)
    return { kind: 'stop', reason: messages.some(hasFunctionCall) ? 'tool_calls' : 'answered' }
  const canRunAll = calls.every((call) => isExecutable(call.function.name))
  if (!canRunAll || messages.length > 1 || calls.length > maxCallsOfATurn)
    return { kind: 'stop', reason: 'tool_calls' }
  if (modelCalls >= maxModelCalls) return { kind: 'stop', reason: 'call_limit' }
  return { kind: 'tools', calls }
}

const callsIn = (message: Message): readonly ToolCall[] =>
  message.role === 'assistant' ? (message.tool_calls ?? []) : []

const hasFunctionCall = (message: Message): boolean =>
  message.role === 'assistant' && message.function_call != null
