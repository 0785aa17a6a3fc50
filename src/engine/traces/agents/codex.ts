import { AttributeReader } from '../reading/attribute-reader.ts'
import type { AgentLog, LogRecord } from './agent-log.ts'
import { AgentTurn, earlier } from './agent-turn.ts'

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
      return completedCall(turn, record)
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
 * Null for a part of a stream. The record does not state the duration of the call. Without a start in an
 * earlier record, the time to the first token is the duration.
 */
function completedCall(turn: AgentTurn, { time, callStartedAt }: LogRecord): AgentLog | null {
  const { read } = turn
  const input = read.number('input_token_count')
  if (!isCompleted(read) || input === null) return null
  const first = read.number('ttft_ms')
  return turn.call({
    key: null,
    provider: 'openai',
    model: read.text('model'),
    input,
    output: read.number('output_token_count'),
    cacheRead: read.number('cached_token_count'),
    reasoning: read.number('reasoning_token_count'),
    duration: callStartedAt === undefined ? first : Number(time - callStartedAt) / 1_000_000,
    attributes: { 'gen_ai.response.time_to_first_chunk': first === null ? undefined : first / 1_000 },
  })
}

/** Two records name the end of a stream; one of them has the tokens. */
const isCompleted = (read: AttributeReader): boolean =>
  read.text('event.kind') === 'response.completed' && read.number('input_token_count') !== null

/**
 * Adds the start of its call to each record of an end. The call began with the last request before it in the
 * same export and conversation; the record of that request has the time of the answer's headers, and the
 * milliseconds until then.
 */
export function withStartsOfCalls(records: readonly LogRecord[]): LogRecord[] {
  const starts = new Map<string, bigint>()
  return records.map((record) => {
    const read = new AttributeReader(record.attributes)
    const conversation = read.text('conversation.id') ?? ''
    if (/^codex\.(api|websocket)_request$/.test(read.text('event.name') ?? '')) {
      const duration = read.number('duration_ms')
      if (duration !== null && duration >= 0) starts.set(conversation, earlier(record.time, duration))
      return record
    }
    const callStartedAt = starts.get(conversation)
    if (callStartedAt === undefined || !isCompleted(read)) return record
    starts.delete(conversation)
    return callStartedAt <= record.time ? { ...record, callStartedAt } : record
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
    error: message ?? `The provider answered with status ${status}.`,
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
