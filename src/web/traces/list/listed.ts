/**
 * Ids of the traces in the list from which a trace was opened, so that its page can link to the previous and
 * the next one.
 */
let listed: readonly string[] = []

export const storeListed = (traceIds: readonly string[]): void => {
  listed = traceIds
}

export function neighboursInList(traceId: string): {
  readonly previous: string | undefined
  readonly next: string | undefined
} {
  const index = listed.indexOf(traceId)
  return {
    previous: index > 0 ? listed[index - 1] : undefined,
    next: index >= 0 ? listed[index + 1] : undefined,
  }
}
