export const parts = ['requests', 'costs'] as const
export type Part = (typeof parts)[number]

/** Subjects whose scores the chart can show. */
export const scoredSubjects = ['requests', 'traces', 'sessions'] as const
export type ScoredSubject = (typeof scoredSubjects)[number]

/** The properties to group by; `metadata` groups by the values of one key. */
export const breakdowns = [
  'engine',
  'provider_type',
  'prompt_id',
  'prompt_version',
  'tags',
  'metadata',
  'error_type',
  'tool_names',
] as const
export type Breakdown = (typeof breakdowns)[number]

/** The widths of buckets that can be chosen. */
export const bucketWidths = ['hour', 'day', 'week'] as const
export type BucketWidth = (typeof bucketWidths)[number]

/** The properties that requests can be stacked by. */
export const stacks = ['status', 'engine'] as const
export type Stack = (typeof stacks)[number]
