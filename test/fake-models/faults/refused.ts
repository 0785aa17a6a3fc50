import { begin, type Exchange, type Fault } from './exchange.ts'

/** Faults that a provider reports, by status or within an answer of status 200. */

const page =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

export const refused = {
  rate_limit: ({ refuse }) => refuse('rate_limit'),
  rate_limit_seconds: ({ refuse }) => refuse('rate_limit', { 'retry-after': '1' }),
  rate_limit_date: ({ refuse }) =>
    refuse('rate_limit', { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }),
  rate_limit_milliseconds: ({ refuse }) => refuse('rate_limit', { 'retry-after-ms': '120' }),
  quota: ({ refuse }) => refuse('quota'),
  bad_key: ({ refuse }) => refuse('bad_key'),
  bad_request: ({ refuse }) => refuse('bad_request'),
  /** Refuses structured output as OpenAI's older models do. */
  no_schema({ response }) {
    const message =
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
    )
  },
  context_length: ({ refuse }) => refuse('context_length'),
  not_found: ({ refuse }) => refuse('not_found'),
  server_error: ({ refuse }) => refuse('server_error'),
  unavailable: ({ refuse }) => refuse('unavailable'),
  overloaded: ({ refuse }) => refuse('overloaded'),
  bad_gateway_page({ response }) {
    response.writeHead(502, { 'content-type': 'text/html' })
    response.end(page)
  },
  /** Sends a proxy's error page instead of the answer. */
  page({ response }) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page.replaceAll('502 Bad Gateway', 'Log in'))
  },
  error_in_answer: errorInAnswer,
  /** Sends an error within a stream; without a stream the same as `error_in_answer`. */
  error_in_stream(exchange) {
    if (!exchange.answer.isStream) return errorInAnswer(exchange)
    begin(exchange)
    const { parts } = exchange.answer
    for (const part of parts.slice(0, Math.max(1, Math.floor(parts.length / 2))))
      exchange.response.write(part)
    exchange.response.end(exchange.errorPart('The server had an error in the midst of it.'))
  },
} satisfies Record<string, Fault>

function errorInAnswer({ response, refusalBody }: Exchange): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(refusalBody('server_error')))
}
