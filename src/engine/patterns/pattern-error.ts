/** A pattern that cannot be read, or that is refused. The message goes after the name of the field. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** A query that is sound but would take more work on this value than allowed. */
export class PatternBudgetError extends Error {
  override readonly name = 'PatternBudgetError'
}
