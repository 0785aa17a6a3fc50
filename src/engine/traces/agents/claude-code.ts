import type { AgentLog, LogRecord } from './agent-log.ts'
import { AgentTurn } from './agent-turn.ts'

/** Events of Claude Code 2, `claude_code.*`. https://code.claude.com/docs/en/monitoring-usage */
export function readClaudeCode(event: string, record: LogRecord): AgentLog | null {
  const turn = turnOf(record)
  const { read } = turn
  switch (event) {
    case 'user_prompt':
      return read.text('prompt.id') === null
        ? turn.prompt(read.value('prompt'))
        : turn.root(read.value('prompt'))
    case 'api_request':
      return callOf(turn, null)
    case 'api_error':
      return callOf(turn, read.text('error') ?? 'The call failed.')
    case 'assistant_response': {
      const [request, text] = [read.text('request_id'), read.text('response')]
      if (request === null || text === null) return turn.answer(text ?? undefined)
      return turn.messages(request, 'output', [{ role: 'assistant', content: text }])
    }
    case 'tool_result':
      return toolOf(
        turn,
        read.text('success') === 'false' ? (read.text('error') ?? 'The tool failed.') : null,
      )
    case 'tool_decision':
      return read.text('decision') === 'reject' ? toolOf(turn, 'The call was not permitted.') : null
    default:
      return null
  }
}

/** Versions before 2 do not name the prompt: then the session is one trace. */
function turnOf(record: LogRecord): AgentTurn {
  const email = record.attributes.get('user.email')
  const attributes = email ? new Map([...record.attributes, ['user.id', email] as const]) : record.attributes
  const text = (name: string) => String(attributes.get(name) ?? '')
  return new AgentTurn('Claude Code', { ...record, attributes }, text('session.id'), text('prompt.id'))
}

function callOf(turn: AgentTurn, error: string | null): AgentLog {
  const { read } = turn
  const [cacheRead, cacheWrite] = [read.number('cache_read_tokens'), read.number('cache_creation_tokens')]
  const uncachedInput = read.number('input_tokens')
  const status = read.text('status_code')
  const first = read.number('ttft_ms')
  // All attempts, the first one too.
  const attempts = read.number('attempt')
  return turn.call({
    key: read.text('request_id'),
    provider: 'anthropic',
    model: read.text('model'),
    // Anthropic counts cached tokens beside the input, the conventions within it.
    input:
      uncachedInput === null || uncachedInput < 0
        ? uncachedInput
        : uncachedInput + (cacheRead ?? 0) + (cacheWrite ?? 0),
    output: read.number('output_tokens'),
    cacheRead,
    cacheWrite,
    duration: read.number('duration_ms'),
    error,
    attributes: {
      'gen_ai.usage.cost': read.number('cost_usd') ?? undefined,
      'gen_ai.response.time_to_first_chunk': first === null ? undefined : first / 1_000,
      'http.request.resend_count': attempts === null ? undefined : attempts - 1,
      'error.type': error === null ? undefined : (status ?? 'api_error'),
    },
  })
}

function toolOf(turn: AgentTurn, error: string | null): AgentLog {
  const { read } = turn
  return turn.tool({
    name: read.text('tool_name'),
    arguments: read.value('tool_input', 'tool_parameters'),
    duration: read.number('duration_ms'),
    error,
  })
}
