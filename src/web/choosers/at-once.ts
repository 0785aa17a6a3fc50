/** Most results of one search. */
export const atOnce = 50
