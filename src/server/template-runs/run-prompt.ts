import { Refusal } from '../../engine/refusal.ts'
import {
  appendMessages,
  functionNameOf,
  incompleteAnswer,
  nextTurn,
  readStructuredOutput,
  type StopReason,
  type StructuredOutput,
  textOf,
  toolMessage,
} from '../../engine/running/index.ts'
import type { Message, Model, PromptTemplate, ToolCall } from '../../engine/template/blueprint/index.ts'
import { modelKwargs } from '../../engine/template/model-kwargs/index.ts'
import { messagesOf } from '../../engine/template/provider-reading/index.ts'
import { readMessages } from '../../engine/template/render/index.ts'
import type { Context } from '../context.ts'
import { loadRunnable, type ServedVersion } from '../prompts/index.ts'
import { noLink, type PromptLink, requireGroup } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { fillToolbox } from './fill-toolbox.ts'
import { type CompletedCall, makeCall } from './make-call.ts'
import type { RunOptions } from './options.ts'
import type { CompletedToolCall, RunEvent, RunRequest, RunResult } from './run-request.ts'
import type { CallWait, LogFields, PlannedCall } from './slot-request.ts'
import { answerCall, canRun, type Toolbox } from './toolbox.ts'

export interface PromptRunOptions extends RunOptions {
  /** Receives events and turns streaming on. It is awaited, so that a slow reader slows the model. */
  readonly onEvent?: (event: RunEvent) => Promise<void>
  /** Reads answers as streams without events, to measure the time to the first token. */
  readonly measuresFirstToken?: boolean
  readonly onWait?: (model: Pick<Model, 'provider' | 'name'>, wait: CallWait | null) => void
}

/** Runs a template: calls its model and the tools that the model asks for, in turn, until there is an answer. */
export async function runPrompt(
  context: Context,
  workspace: WorkspaceId,
  request: RunRequest,
  options: PromptRunOptions,
): Promise<RunResult> {
  await requireGroup(context.store.db, workspace, request.groupId)
  const { variables, requiresAllVariables, model: modelOverride, metadata } = request
  const runnable = await loadRunnable(context, workspace, request.template, {
    variables,
    requiresAllVariables,
    model: modelOverride,
    metadata,
  })
  const { model, served, connection, warning } = runnable
  if (!model)
    throw new Refusal('bad_request', 'The template names no model: name one in the template or in the call.')
  const {
    toolbox,
    template: templateWithTools,
    close,
  } = await fillToolbox(context, workspace, runnable, request, options)
  try {
    const template = withHistory(templateWithTools, request.history)
    const planned = plannedCall(model, connection, logFieldsOf(request, served), options)
    const answer = await converse({ context, workspace, options, toolbox }, template, model, (kwargs, type) =>
      makeCall(
        context,
        workspace,
        { ...planned, kwargs, functionName: functionNameFor(model, type) },
        options,
      ),
    )
    const text = textOf(answer.last)
    return {
      served,
      template,
      model: { provider: model.provider, name: model.name },
      output: answer.output,
      text,
      structuredOutput: answer.stopReason === 'answered' ? structuredOutputOf(model, text, answer) : null,
      tools: answer.tools,
      stopReason: answer.stopReason,
      finishReason: answer.finishReason,
      spending: options.tally.spending(),
      warning,
    }
  } finally {
    await close()
  }
}

const logFieldsOf = (
  { variables, tags, metadata, groupId }: RunRequest,
  served: ServedVersion | null,
): LogFields => ({ link: linkOf(served), variables: variables ?? {}, tags, metadata, groupId })

const functionNameFor = (model: Model, type: PromptTemplate['type']): string =>
  functionNameOf({ ...model, model: model.name, apiType: model.api_type ?? null, type })

/** The parts that all model calls of a run have in common. */
const plannedCall = (
  model: Model,
  connection: PlannedCall['connection'],
  logFields: LogFields,
  options: PromptRunOptions,
): Omit<PlannedCall, 'kwargs' | 'functionName'> => ({
  model,
  connection,
  logFields,
  ...textReader(options),
  ...(options.onWait && { onWait: (wait) => options.onWait!(model, wait) }),
})

function textReader({ onEvent, measuresFirstToken }: PromptRunOptions): Pick<PlannedCall, 'onText'> {
  if (onEvent) return { onText: (text) => onEvent({ kind: 'text', text }) }
  return measuresFirstToken ? { onText: async () => {} } : {}
}

/** A truncated or refused answer is reported as such and not as invalid JSON. */
function structuredOutputOf(
  { parameters }: Model,
  text: string,
  { incomplete }: Conversation,
): StructuredOutput | null {
  const parsed = readStructuredOutput(parameters, text)
  return parsed?.is_valid === false ? { ...parsed, problem: incomplete ?? parsed.problem } : parsed
}

/** Appends messages to a chat, given as blueprint messages or plain texts. */
export function withHistory(template: PromptTemplate, history: readonly unknown[]): PromptTemplate {
  if (history.length === 0) return template
  if (template.type !== 'chat')
    throw new Refusal('bad_request', 'Only a chat template takes a chat history; this is a completion.')
  const messages = readMessages(history, 'the chat history', ['body', 'chat_history'])
  return { ...template, messages: [...template.messages, ...messages] }
}

const linkOf = (served: ServedVersion | null): PromptLink =>
  served
    ? { prompt_id: served.id, prompt_version_number: served.version, prompt_label: served.label }
    : noLink

interface RunContext {
  readonly context: Context
  readonly workspace: WorkspaceId
  readonly options: PromptRunOptions
  readonly toolbox: Toolbox
}

interface Conversation {
  readonly output: readonly Message[]
  /** The last answer of the model. */
  readonly last: readonly Message[]
  readonly tools: readonly CompletedToolCall[]
  readonly stopReason: StopReason
  readonly finishReason: string | null
  /** Why the last answer is incomplete. */
  readonly incomplete: string | null
}

type Call = (kwargs: Record<string, unknown>, type: PromptTemplate['type']) => Promise<CompletedCall>

/** Calls model and tools in turn. If the budget is used up after the first call, the run ends with the output so far. */
async function converse(
  running: RunContext,
  first: PromptTemplate,
  model: Model,
  call: Call,
): Promise<Conversation> {
  const output: Message[] = []
  const tools: CompletedToolCall[] = []
  let last: readonly Message[] = []
  let finishReason: string | null = null
  let incomplete: string | null = null
  let template = first
  for (let modelCalls = 1; ; modelCalls++) {
    const kwargs = modelKwargs({ template, model })
    const completed = await call(kwargs, template.type).catch((error) => {
      if (modelCalls > 1 && error instanceof Refusal && error.code === 'budget_exhausted') return null
      throw error
    })
    if (!completed) return { output, last, tools, stopReason: 'budget', finishReason, incomplete }
    last = messagesOf(completed.reading.output)
    finishReason = completed.reply.finishReason
    incomplete = incompleteAnswer({ ...completed.reply, kwargs, text: textOf(last) })
    output.push(...last)
    const isExecutable = (name: string) => canRun(running.toolbox, name)
    const turn = nextTurn(completed.reading.output, { isExecutable, modelCalls })
    if (turn.kind === 'stop' || template.type !== 'chat')
      return {
        output,
        last,
        tools,
        stopReason: turn.kind === 'stop' ? turn.reason : 'tool_calls',
        finishReason,
        incomplete,
      }
    const toolCalls = await runToolCalls(running, turn.calls, completed.requestId)
    tools.push(...toolCalls)
    const results = toolCalls.map(({ result: text }, index) =>
      toolMessage({ call: turn.calls[index]!, text }),
    )
    output.push(...results)
    template = appendMessages(template, [...last, ...results])
  }
}

/** Runs all tool calls of a turn at the same time. If one of them ends the run, the others are aborted. */
async function runToolCalls(
  { context, workspace, options, toolbox }: RunContext,
  calls: readonly ToolCall[],
  requestId: number,
): Promise<CompletedToolCall[]> {
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const running = calls.map(async (call): Promise<CompletedToolCall> => {
    const { name, arguments: args } = call.function
    await options.onEvent?.({ kind: 'tool-call', id: call.id, name, arguments: args })
    const startedAt = performance.now()
    const { source, text, isError } = await answerCall(context, workspace, toolbox, call, {
      ...options,
      signal,
    })
    const milliseconds = performance.now() - startedAt
    const tool = {
      id: call.id,
      name,
      source,
      arguments: args,
      result: text,
      isError,
      milliseconds,
      requestId,
    }
    await options.onEvent?.({ kind: 'tool-result', tool })
    return tool
  })
  try {
    return await Promise.all(running)
  } catch (error) {
    stop.abort(error)
    await Promise.allSettled(running)
    throw error
  }
}
