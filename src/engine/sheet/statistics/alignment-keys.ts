/**
 * Keys that match rows of two sheets: the text of a chosen column, or the row's index. Repeated texts are numbered,
 * so that the first matches the first.
 */
export function alignmentKeys(texts: readonly (string | null)[]): string[] {
  const occurrences = new Map<string, number>()
  return texts.map((text, index) => {
    if (text === null) return `#${index}`
    const times = (occurrences.get(text) ?? 0) + 1
    occurrences.set(text, times)
    return `${times}=${text}`
  })
}

/** Rows that the chosen column does not identify. */
interface AmbiguousRows {
  /** Rows whose text another row has too; matched in their order. */
  readonly repeated: number
  /** Rows without a text; matched by index. */
  readonly withoutKey: number
}

export function ambiguousKeys(texts: readonly (string | null)[]): AmbiguousRows {
  const times = Map.groupBy(texts, (text) => text)
  const without = times.get(null)?.length ?? 0
  times.delete(null)
  let repeated = 0
  for (const { length } of times.values()) if (length > 1) repeated += length
  return { repeated, withoutKey: without }
}

/** A note on ambiguous rows for the comparison's message; null without such rows. */
export function describeAmbiguous(before: AmbiguousRows, after: AmbiguousRows): string | null {
  const repeated = before.repeated + after.repeated
  const without = before.withoutKey + after.withoutKey
  const parts = [
    ...(repeated > 0 ? [`Rows that share their key with others, matched in their order: ${repeated}`] : []),
    ...(without > 0 ? [`Rows without a key, matched by row number: ${without}`] : []),
  ]
  return parts.length === 0 ? null : parts.join('. ')
}
