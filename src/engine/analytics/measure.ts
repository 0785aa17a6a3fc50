export const metrics = ['count', 'sum', 'avg', 'min', 'max', 'percentile'] as const
export type Metric = (typeof metrics)[number]

/** Metrics of a request, with their units. */
export const metricFields = {
  input_tokens: 'tokens',
  output_tokens: 'tokens',
  cost: 'currency',
  latency_ms: 'duration_seconds',
  prompt_version_number: 'number',
  turn_count: 'number',
  tool_call_count: 'number',
  cached_tokens: 'tokens',
  thinking_tokens: 'tokens',
  /** The mean of a request's scores; requests without one are left out. */
  score: 'number',
} as const satisfies Record<string, Unit>
export type MetricField = keyof typeof metricFields
export type Unit = 'count' | 'tokens' | 'currency' | 'duration_seconds' | 'number'

export interface Measure<Field extends string = MetricField> {
  readonly key: string
  readonly label: string
  readonly metric: Metric
  /** Null: the rows themselves are counted. */
  readonly field: Field | null
  readonly unit: Unit
  /** 0 for metrics other than percentiles. */
  readonly percent: number
}
