/** Seconds that code may run for one cell, node or score, without the wait for a runner. */
export const standardCodeSeconds = 30
/** PromptLayer's limit (columns.md 1.8), for columns that set one and for code that scores a whole sheet. */
export const maxCodeSeconds = 360
