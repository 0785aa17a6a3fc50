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
  /** Requests without the score are left out. */
  score: 'number',
} as const satisfies Record<string, Unit>
export type MetricField = keyof typeof metricFields
export type Unit = 'count' | 'tokens' | 'currency' | 'duration_seconds' | 'number'

export interface NamedScore {
  readonly name: string
  /** Null: its number, with yes as 1 and no as 0. Else 1 for requests with this category, `yes` or `no`, and 0 for other values. */
  readonly value: string | null
}

export interface Measure<Field extends string = MetricField> {
  readonly key: string
  readonly label: string
  readonly metric: Metric
  /** Null: the rows themselves are counted. */
  readonly field: Field | null
  readonly unit: Unit
  /** 0 for metrics other than percentiles. */
  readonly percent: number
  /** For the field `score`; null: the mean of all scores of the request that are whole numbers from 0 to 100. */
  readonly score?: NamedScore | null
}
