/** What storage holds of a span that has come again. */
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

/** `same`: nothing is to be written. `late`: its beginning arrived after its end, which stays. */
export type Fate = 'new' | 'changed' | 'same' | 'late'

export function fateOf(
  arrived: ArrivedSpan,
  known: Pick<KnownSpan, 'digest' | 'ended_at'> | undefined,
): Fate {
  if (!known) return 'new'
  if (known.digest === arrived.digest) return 'same'
  return known.ended_at !== null && !arrived.isEnded ? 'late' : 'changed'
}
