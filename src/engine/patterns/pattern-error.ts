/** An invalid or refused pattern. The message follows the name of the field. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** A valid query that exceeds its work limit on this value. */
export class PatternBudgetError extends Error {
  override readonly name = 'PatternBudgetError'
}
