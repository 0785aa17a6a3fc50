/** The stored state of a span that is sent again. */
export interface KnownSpan {
  readonly digest: string
  readonly ended_at: number | null
  readonly request_id: number | null
  readonly shared_request_id: number | null
  readonly log_events: number
}

interface ArrivedSpan {
  readonly digest: string
  readonly isEnded: boolean
}

/** `same`: the span is stored already. `late`: the start of the span arrived after its end, so the stored span stays. */
export type SpanChange = 'new' | 'changed' | 'same' | 'late'

export function spanChange(
  arrived: ArrivedSpan,
  storedSpan: Pick<KnownSpan, 'digest' | 'ended_at'> | undefined,
): SpanChange {
  if (!storedSpan) return 'new'
  if (storedSpan.digest === arrived.digest) return 'same'
  return storedSpan.ended_at !== null && !arrived.isEnded ? 'late' : 'changed'
}
