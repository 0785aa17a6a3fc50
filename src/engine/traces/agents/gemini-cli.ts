import { isFields } from '../../json/fields.ts'
import { field, parsed, textOf } from '../reading/fields.ts'
import type { AttributeValue } from '../span.ts'
import type { AgentLog, LogRecord } from './agent-log.ts'
import { AgentTurn } from './agent-turn.ts'

/** Events of Gemini CLI, `gemini_cli.*`. https://geminicli.com/docs/cli/telemetry */
export function readGeminiCli(event: string, record: LogRecord): AgentLog | null {
  const text = (name: string) => String(record.attributes.get(name) ?? '')
  const turn = new AgentTurn('Gemini CLI', record, text('session.id'), text('prompt_id'))
  const { read } = turn
  switch (event) {
    case 'user_prompt':
      return turn.root(read.value('prompt'))
    case 'api_request': {
      const messages = messagesIn(read.value('request_text'))
      return record.spanId && messages ? turn.messages(record.spanId, 'input', messages) : null
    }
    case 'api_response':
      return callOf(turn, record, null)
    case 'api_error':
      return callOf(turn, record, read.text('error.message', 'error') ?? 'The call failed.')
    case 'tool_call':
      return turn.tool({
        name: read.text('function_name'),
        arguments: read.value('function_args'),
        duration: read.number('duration_ms'),
        error: read.text('success') === 'false' ? (read.text('error') ?? 'The tool failed.') : null,
      })
    default:
      return null
  }
}

function callOf(turn: AgentTurn, { spanId }: LogRecord, error: string | null): AgentLog {
  const { read } = turn
  const sum = (...names: readonly string[]) => {
    const counts = names.map((name) => read.number(name)).filter((count) => count !== null)
    if (counts.some((count) => count < 0)) return -1
    return counts.length === 0 ? null : counts.reduce((all, count) => all + count, 0)
  }
  return turn.call({
    key: spanId || null,
    provider: 'google',
    model: read.text('model', 'model_name'),
    input: sum('input_token_count', 'tool_token_count'),
    output: sum('output_token_count', 'thoughts_token_count'),
    cacheRead: read.number('cached_content_token_count'),
    reasoning: read.number('thoughts_token_count'),
    duration: read.number('duration_ms'),
    error,
    attributes: {
      'gen_ai.output.messages': answerIn(read.value('response_text')) ?? undefined,
      'gen_ai.response.finish_reasons': read.value('finish_reasons'),
      'error.type': error === null ? undefined : (read.text('status_code', 'error_type') ?? 'api_error'),
    },
  })
}

/**
 * Gives each response of a streamed call, which does not name its span, the span of the last request in the
 * same export with the same prompt and role. Without such a request, the call is stored without its input.
 */
export function withSpansOfRequests(records: readonly LogRecord[]): LogRecord[] {
  const spans = new Map<string, string>()
  return records.map((record) => {
    const event = record.attributes.get('event.name')
    const isRequest = event === 'gemini_cli.api_request'
    if (!isRequest && event !== 'gemini_cli.api_response' && event !== 'gemini_cli.api_error') return record
    const call = JSON.stringify(
      ['session.id', 'prompt_id', 'role'].map((name) => record.attributes.get(name)),
    )
    if (isRequest) {
      spans.set(call, record.spanId)
      return record
    }
    const spanId = record.spanId || spans.get(call) || ''
    spans.delete(call)
    return { ...record, spanId }
  })
}

/** The answer, from one response of Google's API or from the parts of a stream; null without one. */
function answerIn(text: AttributeValue | undefined): AttributeValue | null {
  const parts = [parsed(text)].flat().flatMap((response) => {
    const candidate = listOf(field(response, 'candidates'))[0]
    return listOf(field(field(candidate, 'content'), 'parts'))
  })
  return parts.length === 0 ? null : messagesIn([{ role: 'model', parts: joinTexts(parts) }])
}

/** The parts of a stream, with consecutive texts joined to one part. */
function joinTexts(parts: readonly unknown[]): unknown[] {
  const all: unknown[] = []
  for (const part of parts) {
    const [last, text] = [all.at(-1), textOf(field(part, 'text'))]
    const before = textOf(field(last, 'text'))
    if (text !== null && before !== null && field(part, 'thought') === field(last, 'thought'))
      all[all.length - 1] = { text: before + text, thought: field(part, 'thought') }
    else all.push(part)
  }
  return all
}

/** Contents of Google's API as messages of the GenAI conventions; null without any. */
function messagesIn(raw: unknown): AttributeValue | null {
  const contents = parsed(raw)
  if (!Array.isArray(contents)) return null
  const messages = contents.filter(isFields).map((content) => ({
    role: textOf(field(content, 'role')) === 'model' ? 'assistant' : 'user',
    parts: listOf(field(content, 'parts')).map(partOf),
  }))
  return messages.length > 0 ? JSON.stringify(messages) : null
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function partOf(part: unknown): unknown {
  const call = field(part, 'functionCall')
  if (isFields(call))
    return {
      type: 'tool_call',
      id: field(call, 'id'),
      name: field(call, 'name'),
      arguments: field(call, 'args'),
    }
  const answer = field(part, 'functionResponse')
  if (isFields(answer))
    return {
      type: 'tool_call_response',
      id: field(answer, 'id'),
      name: field(answer, 'name'),
      response: field(answer, 'response'),
    }
  const data = field(part, 'inlineData')
  if (isFields(data))
    return { type: 'blob', mime_type: field(data, 'mimeType'), content: field(data, 'data') }
  const text = field(part, 'text')
  return {
    type: field(part, 'thought') === true ? 'thinking' : 'text',
    content: text ?? JSON.stringify(part),
  }
}
