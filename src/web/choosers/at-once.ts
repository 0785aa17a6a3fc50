/** Choices that one search offers. */
export const atOnce = 50
