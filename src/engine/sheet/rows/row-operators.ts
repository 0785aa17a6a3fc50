export const rowOperators = [
  ...(['contains', 'not_contains', 'is', 'is_not', 'above', 'below', 'empty', 'not_empty'] as const),
  ...(['passes', 'fails', 'failed', 'stale', 'other_version'] as const),
] as const
export type RowOperator = (typeof rowOperators)[number]

/** Operators that compare with a value. */
export const comparingOperators: ReadonlySet<RowOperator> = new Set([
  ...(['contains', 'not_contains', 'is', 'is_not', 'above', 'below'] as const),
])
