/** A difference of two values. A side without a value at this path is absent. */
export interface Difference {
  readonly place: string
  readonly left: string | undefined
  readonly right: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

/** The differences found by a comparison; null if the value has another form or there are none. */
export function differencesOf(value: unknown): readonly Difference[] | null {
  const diff = (value as { readonly diff?: unknown } | null | undefined)?.diff
  if (typeof diff !== 'object' || diff === null) return null
  if (Array.isArray(diff)) {
    const places = diff.flatMap((one: { path?: unknown; left?: unknown; right?: unknown } | null) =>
      typeof one?.path === 'string'
        ? [{ place: one.path, left: textOf(one.left), right: textOf(one.right) }]
        : [],
    )
    return places.length > 0 ? places : null
  }
  const { at, left, right, reason } = diff as Readonly<Record<string, unknown>>
  if (typeof reason === 'string') return [{ place: reason, left: undefined, right: undefined }]
  return typeof at === 'number'
    ? [{ place: `From character ${at + 1} on`, left: textOf(left), right: textOf(right) }]
    : null
}
