/** Prefix of each request's words; characters of the private use area are in no other word. */
export const workspaceWord = (workspace: number): string => `\uE000${workspace}`
