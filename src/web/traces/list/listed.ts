/** The list that a trace was opened from, so that its page can go to the previous and the next one. */
let listed: readonly string[] = []

export const keepListed = (traceIds: readonly string[]): void => {
  listed = traceIds
}

export function besideInList(traceId: string): {
  readonly previous: string | undefined
  readonly next: string | undefined
} {
  const at = listed.indexOf(traceId)
  return { previous: at > 0 ? listed[at - 1] : undefined, next: at >= 0 ? listed[at + 1] : undefined }
}
