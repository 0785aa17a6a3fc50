const dayMilliseconds = 86_400_000

/** How long a deleted prompt, table or workflow can be restored. */
export const restorableMilliseconds = 30 * dayMilliseconds
