/** Results that one search returns. */
export const atOnce = 50
