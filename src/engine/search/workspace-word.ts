/** Stands before the words of each request: no word of a text has a character of the private use area. */
export const workspaceWord = (workspace: number): string => `\uE000${workspace}`
