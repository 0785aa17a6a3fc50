import { randomUUID } from 'node:crypto'
import type { RunAnswer, RunBody, RunToolCall } from '../../contract/index.ts'
import { Money } from '../../engine/price/index.ts'
import { EventStream, type Handler, type SendEvent } from '../http/handler.ts'
import type { RunLimits } from '../model/slots/index.ts'
import type { TemplateChoice } from '../prompts/index.ts'
import { runPrompt } from './run-prompt.ts'
import type { RanTool, RunEvent, RunRequest, RunResult } from './run-request.ts'
import { createTally } from './tally.ts'

export const runTemplate: Handler<'runTemplate'> = async (context, { caller, body, signal }) => {
  const run = (onEvent?: (event: RunEvent) => Promise<void>) =>
    runPrompt(context, caller.workspace, requestOf(body), {
      signal,
      run: randomUUID(),
      budget: budgetOf(body),
      tally: createTally(),
      ...(onEvent && { onEvent }),
    })
  if (!body.stream) return present(await run())
  return new EventStream(async (send) => present(await run((event) => sendEvent(send, event))))
}

function requestOf(body: RunBody): RunRequest {
  return {
    template: choiceOf(body),
    variables: body.input_variables,
    model: {
      provider: body.provider ?? null,
      model: body.model ?? null,
      parameterOverrides: body.model_parameter_overrides ?? null,
    },
    history: body.chat_history ?? [],
    runTools: body.run_tools,
    mockTools: body.mock_tools ?? false,
    mcpServers: (body.mcp_servers ?? []).map(({ id, tools }) => ({ id, tools: tools ?? null })),
    tags: body.tags,
    metadata: body.metadata,
    groupId: body.group_id ?? null,
  }
}

function choiceOf({ draft, prompt_name: name, prompt_id: id, version, label }: RunBody): TemplateChoice {
  if (draft == null) return { kind: 'registry', prompt: id ?? name!, version, label }
  const { prompt_template: template, metadata, ...rest } = draft
  return {
    kind: 'draft',
    template,
    metadata: metadata ?? null,
    extras: {
      provider_id: rest.provider_id,
      provider_base_url_name: rest.provider_base_url_name,
      snippet_overrides: rest.snippet_overrides,
    },
  }
}

function budgetOf({ budget }: RunBody): RunLimits | null {
  if (!budget) return null
  return { calls: budget.calls ?? null, cost: budget.cost == null ? null : new Money(budget.cost) }
}

function sendEvent(send: SendEvent, event: RunEvent): Promise<void> {
  if (event.kind === 'text') return send('text', { text: event.text })
  if (event.kind === 'tool-result') return send('tool_result', presentTool(event.tool))
  return send('tool_call', { id: event.id, name: event.name, arguments: event.arguments })
}

const presentTool = (tool: RanTool): RunToolCall => ({
  id: tool.id,
  name: tool.name,
  source: tool.source,
  arguments: tool.arguments,
  result: tool.result,
  is_error: tool.isError,
  duration_ms: Math.round(tool.milliseconds),
  request_id: tool.requestId,
})

/** Also what a verbose column holds. */
export function present(result: RunResult): RunAnswer {
  const { served, spending } = result
  const { usage, requestIds } = spending
  return {
    success: true,
    prompt: served && { id: served.id, name: served.name, version: served.version, label: served.label },
    model: { provider: result.model.provider, name: result.model.name },
    output: [...result.output],
    text: result.text,
    structured_output: result.structuredOutput,
    tool_calls: result.tools.map(presentTool),
    stop_reason: result.stopReason,
    finish_reason: result.finishReason,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      reasoning_tokens: usage.reasoningTokens,
    },
    cost: spending.cost,
    latency_ms: Math.round(spending.latencyMilliseconds),
    waited_ms: Math.round(spending.waitedMilliseconds),
    request_id: requestIds.at(-1)!,
    request_ids: [...requestIds],
    warning: result.warning,
  }
}
