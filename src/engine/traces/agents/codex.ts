import type { AgentLog, LogRecord } from './agent-log.ts'
import { AgentTurn } from './agent-turn.ts'

/**
 * Events of Codex CLI, `codex.*`. https://developers.openai.com/codex/config-advanced
 * A conversation is one trace, because an event does not name its prompt.
 */
export function readCodex(event: string, record: LogRecord): AgentLog | null {
  const turn = new AgentTurn('Codex', record, String(record.attributes.get('conversation.id') ?? ''))
  const { read } = turn
  switch (event) {
    case 'conversation_starts':
      return turn.root(undefined)
    case 'user_prompt':
      return turn.prompt(read.value('prompt'))
    case 'sse_event':
    case 'websocket_event':
      return completedCall(turn)
    case 'api_request':
      return failedCall(turn)
    case 'tool_result':
      return toolOf(
        turn,
        read.text('success') === 'false' ? (read.text('output') ?? 'The tool failed.') : null,
      )
    case 'tool_decision':
      return /^(denied|abort)/.test(read.text('decision') ?? '')
        ? toolOf(turn, 'The call was not permitted.')
        : null
    default:
      return null
  }
}

/**
 * The call whose stream is complete; null for an earlier part of a stream. Codex states only the time to the
 * first token, not the duration of the call.
 */
function completedCall(turn: AgentTurn): AgentLog | null {
  const { read } = turn
  const input = read.number('input_token_count')
  if (read.text('event.kind') !== 'response.completed' || input === null) return null
  const first = read.number('ttft_ms')
  return turn.call({
    key: null,
    provider: 'openai',
    model: read.text('model'),
    input,
    output: read.number('output_token_count'),
    cacheRead: read.number('cached_token_count'),
    reasoning: read.number('reasoning_token_count'),
    duration: first,
    attributes: { 'gen_ai.response.time_to_first_chunk': first === null ? undefined : first / 1_000 },
  })
}

/** The call that failed; null for a request that was accepted, whose tokens are in the record of its end. */
function failedCall(turn: AgentTurn): AgentLog | null {
  const { read } = turn
  const status = read.text('http.response.status_code')
  const message = read.text('error.message')
  if (message === null && (status === null || Number(status) < 400)) return null
  return turn.call({
    key: null,
    provider: 'openai',
    model: read.text('model'),
    duration: read.number('duration_ms'),
    error: message ?? `The call was answered ${status}.`,
    attributes: { 'error.type': status ?? 'api_error' },
  })
}

function toolOf(turn: AgentTurn, error: string | null): AgentLog {
  const { read } = turn
  return turn.tool({
    name: read.text('tool_name'),
    arguments: read.value('arguments'),
    result: read.value('output'),
    duration: read.number('duration_ms'),
    error,
  })
}
