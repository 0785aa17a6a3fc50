/** A difference of two values. A side without a value at this path is absent. */
export interface Difference {
  readonly position: string
  readonly left: string | undefined
  readonly right: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

/** The differences found by a comparison; null if the value has another form or if the values are equal. */
export function differencesOf(value: unknown): readonly Difference[] | null {
  const diff = (value as { readonly diff?: unknown } | null | undefined)?.diff
  if (typeof diff !== 'object' || diff === null) return null
  if (Array.isArray(diff)) {
    const differences = diff.flatMap((item: { path?: unknown; left?: unknown; right?: unknown } | null) =>
      typeof item?.path === 'string'
        ? [{ position: item.path, left: textOf(item.left), right: textOf(item.right) }]
        : [],
    )
    return differences.length > 0 ? differences : null
  }
  const { at, left, right, reason } = diff as Readonly<Record<string, unknown>>
  if (typeof reason === 'string') return [{ position: reason, left: undefined, right: undefined }]
  return typeof at === 'number'
    ? [{ position: `From character ${at + 1} on`, left: textOf(left), right: textOf(right) }]
    : null
}
