import { Refusal } from '../../engine/refusal.ts'
import {
  continued,
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
import type { WorkspaceId } from '../http/caller.ts'
import { loadRunnable, type ServedVersion } from '../prompts/index.ts'
import { noLink, type PromptLink, requireGroup } from '../requests/index.ts'
import { fillToolbox } from './fill-toolbox.ts'
import { type MadeCall, makeCall } from './make-call.ts'
import type { RunOptions } from './options.ts'
import type { RanTool, RunEvent, RunRequest, RunResult } from './run-request.ts'
import { answerCall, canRun, type Toolbox } from './toolbox.ts'

export interface PromptRunOptions extends RunOptions {
  /** What happens on the way; with it the model streams. Awaited, so that a slow reader slows the model. */
  readonly onEvent?: (event: RunEvent) => Promise<void>
}

/** Runs a template: its model, and the tools that the model asks for, until there is an answer. */
export async function runPrompt(
  context: Context,
  workspace: WorkspaceId,
  request: RunRequest,
  options: PromptRunOptions,
): Promise<RunResult> {
  await requireGroup(context.store.db, workspace, request.groupId)
  const { variables, everyVariable: requiresAll, model: asked, metadata } = request
  const runnable = await loadRunnable(context, workspace, request.template, {
    variables,
    requiresAll,
    model: asked,
    metadata,
  })
  const { model, served, connection, warning } = runnable
  if (!model)
    throw new Refusal('bad_request', 'The template names no model: name one in the template or in the call.')
  const {
    toolbox,
    template: offered,
    close,
  } = await fillToolbox(context, workspace, runnable, request, options)
  try {
    const template = withHistory(offered, request.history)
    const { tags, groupId } = request
    const about = { link: linkOf(served), variables: variables ?? {}, tags, metadata, groupId }
    const said = await converse({ context, workspace, options, toolbox }, template, model, (kwargs, type) =>
      makeCall(
        context,
        workspace,
        {
          model,
          functionName: functionNameOf({
            ...model,
            model: model.name,
            apiType: model.api_type ?? null,
            type,
          }),
          kwargs,
          connection,
          about,
          ...(options.onEvent && { onText: (text) => options.onEvent!({ kind: 'text', text }) }),
        },
        options,
      ),
    )
    const text = textOf(said.last)
    return {
      served,
      template,
      model: { provider: model.provider, name: model.name },
      output: said.output,
      text,
      structuredOutput: said.stopReason === 'answered' ? structuredOutputOf(model, text, said) : null,
      tools: said.tools,
      stopReason: said.stopReason,
      finishReason: said.finishReason,
      spending: options.tally.spending(),
      warning,
    }
  } finally {
    await close()
  }
}

/** An answer that was cut or refused says so: that it is not JSON follows from it. */
function structuredOutputOf(
  { parameters }: Model,
  text: string,
  { incomplete }: Said,
): StructuredOutput | null {
  const read = readStructuredOutput(parameters, text)
  return read?.is_valid === false ? { ...read, problem: incomplete ?? read.problem } : read
}

/** The chat with messages at its end, given in the blueprint's form or with plain texts. */
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

interface Running {
  readonly context: Context
  readonly workspace: WorkspaceId
  readonly options: PromptRunOptions
  readonly toolbox: Toolbox
}

interface Said {
  readonly output: readonly Message[]
  /** The last answer of the model. */
  readonly last: readonly Message[]
  readonly tools: readonly RanTool[]
  readonly stopReason: StopReason
  readonly finishReason: string | null
  /** Why the last answer is not whole. */
  readonly incomplete: string | null
}

type Call = (kwargs: Record<string, unknown>, type: PromptTemplate['type']) => Promise<MadeCall>

/** Model and tools in turn. A budget that is used up after the first call ends it with what was said so far. */
async function converse(running: Running, first: PromptTemplate, model: Model, call: Call): Promise<Said> {
  const output: Message[] = []
  const tools: RanTool[] = []
  let last: readonly Message[] = []
  let finishReason: string | null = null
  let incomplete: string | null = null
  let template = first
  for (let modelCalls = 1; ; modelCalls++) {
    const kwargs = modelKwargs({ template, model })
    const made = await call(kwargs, template.type).catch((error) => {
      if (modelCalls > 1 && error instanceof Refusal && error.code === 'budget_exhausted') return null
      throw error
    })
    if (!made) return { output, last, tools, stopReason: 'budget', finishReason, incomplete }
    last = messagesOf(made.reading.output)
    finishReason = made.reply.finishReason
    incomplete = incompleteAnswer({ ...made.reply, kwargs, text: textOf(last) })
    output.push(...last)
    const isExecutable = (name: string) => canRun(running.toolbox, name)
    const turn = nextTurn(made.reading.output, { isExecutable, modelCalls })
    if (turn.kind === 'stop' || template.type !== 'chat')
      return {
        output,
        last,
        tools,
        stopReason: turn.kind === 'stop' ? turn.reason : 'tool_calls',
        finishReason,
        incomplete,
      }
    const ran = await runAll(running, turn.calls, made.requestId)
    tools.push(...ran)
    const results = ran.map(({ result: text }, index) => toolMessage({ call: turn.calls[index]!, text }))
    output.push(...results)
    template = continued(template, [...last, ...results])
  }
}

/** All calls of one turn together; when one ends the run, the others are ended too. */
async function runAll(
  { context, workspace, options, toolbox }: Running,
  calls: readonly ToolCall[],
  requestId: number,
): Promise<RanTool[]> {
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const running = calls.map(async (call): Promise<RanTool> => {
    const { name, arguments: args } = call.function
    await options.onEvent?.({ kind: 'tool-call', id: call.id, name, arguments: args })
    const begun = performance.now()
    const { source, text, isError } = await answerCall(context, workspace, toolbox, call, {
      ...options,
      signal,
    })
    const milliseconds = performance.now() - begun
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
