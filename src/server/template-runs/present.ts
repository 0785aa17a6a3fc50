import type { RunAnswer, RunToolCall } from '../../contract/index.ts'
import type { CompletedToolCall, RunResult } from './run-request.ts'

export const presentTool = (tool: CompletedToolCall): RunToolCall => ({
  id: tool.id,
  name: tool.name,
  source: tool.source,
  arguments: tool.arguments,
  result: tool.result,
  is_error: tool.isError,
  duration_ms: Math.round(tool.milliseconds),
  request_id: tool.requestId,
})

/** Presents a result for the API; the value of a verbose column has the same form. */
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
      input_tokens: usage?.inputTokens ?? null,
      output_tokens: usage?.outputTokens ?? null,
      cached_input_tokens: usage?.cachedInputTokens ?? null,
      reasoning_tokens: usage?.reasoningTokens ?? null,
    },
    cost: spending.cost,
    latency_ms: Math.round(spending.latencyMilliseconds),
    waited_ms: Math.round(spending.waitedMilliseconds),
    request_id: requestIds.at(-1)!,
    request_ids: [...requestIds],
    warning: result.warning,
  }
}
