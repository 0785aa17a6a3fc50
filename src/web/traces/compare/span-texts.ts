import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { contentText, messagesOf, requestQuery, type ShownMessage } from '../../requests/index.ts'

/** The input and output of a span as texts; null if the span has none. */
export interface SpanTexts {
  readonly input: string | null
  readonly output: string | null
  readonly error: string | null
}

interface Position {
  readonly traceId: string
  /** Null if this trace has no such span. */
  readonly spanId: string | null
}

export function useSpanTexts({ traceId, spanId }: Position) {
  const span = useQuery({
    ...queryOf(['span', traceId, spanId], 'readSpan', { params: { trace_id: traceId, span_id: spanId! } }),
    enabled: spanId !== null,
    placeholderData: undefined,
  })
  const id = span.data?.span.request_log_id ?? null
  const request = useQuery(requestQuery(id))
  const error = span.error ?? request.error
  const isLoading = spanId !== null && !error && (!span.data || (id !== null && !request.data))
  const messages = request.data ? messagesOf(request.data).map(textOfMessage) : null
  const texts: SpanTexts = {
    input: messages ? messages.slice(0, -1).join('\n\n') : (span.data?.content.input ?? null),
    output: messages ? (messages.at(-1) ?? null) : (span.data?.content.output ?? null),
    error: span.data?.span.status.description ?? null,
  }
  return { texts, error, isLoading, retry: () => void Promise.all([span.refetch(), request.refetch()]) }
}

const textOfMessage = (message: ShownMessage) => `${message.role}: ${contentText(message)}`
