const dayMilliseconds = 86_400_000

/** How long a deleted prompt or table can be restored. */
export const restorableMilliseconds = 30 * dayMilliseconds
