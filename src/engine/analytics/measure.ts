export const metrics = ['count', 'sum', 'avg', 'min', 'max', 'percentile'] as const
export type Metric = (typeof metrics)[number]

/** Metrics of a request, with their units. */
export const metricFields = {
  input_tokens: 'tokens',
  output_tokens: 'tokens',
  /** Input and output tokens together. */
  total_tokens: 'tokens',
  /** 1 for a request that failed, otherwise 0, so that the average is the error rate. */
  errors: 'number',
  cost: 'currency',
  latency_ms: 'duration_seconds',
  prompt_version_number: 'number',
  turn_count: 'number',
  tool_call_count: 'number',
  cached_tokens: 'tokens',
  thinking_tokens: 'tokens',
  /** Requests without the value are left out, for this field and the four after it. */
  time_to_first_token_ms: 'duration_seconds',
  output_tokens_per_second: 'number',
  attempts: 'number',
  waited_ms: 'duration_seconds',
  score: 'number',
} as const satisfies Record<string, Unit>
export type MetricField = keyof typeof metricFields
export type Unit = 'count' | 'tokens' | 'currency' | 'duration_seconds' | 'number'

export interface NamedScore {
  readonly name: string
  /**
   * If null, the score's number is measured, with yes as 1 and no as 0. Otherwise requests with this value (a
   * category, `yes` or `no`) measure 1, and requests with other values 0.
   */
  readonly value: string | null
}

export interface Measure<Field extends string = MetricField> {
  readonly key: string
  readonly label: string
  readonly metric: Metric
  /** If null, the chart counts the rows themselves. */
  readonly field: Field | null
  readonly unit: Unit
  /** 0 for metrics other than percentiles. */
  readonly percent: number
  /**
   * The score that the field `score` measures. If null, it measures the mean of all scores of a request that
   * are whole numbers from 0 to 100.
   */
  readonly score?: NamedScore | null
}
