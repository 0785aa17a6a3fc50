/** Deeper values and more paths would not fit below a field. */
const maxDepth = 3
const maxPaths = 12

const isPlain = (key: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)

/** The JSONPaths of the values in a JSON text, without `$` itself. Of a list, only the first item has paths. */
export function jsonPathsIn(text: string): readonly string[] {
  try {
    return pathsIn(JSON.parse(text), '$', 0).slice(0, maxPaths)
  } catch {
    return []
  }
}

function pathsIn(value: unknown, path: string, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return []
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.slice(0, 1).map((item) => [`${path}[0]`, item] as const)
    : Object.entries(value).map(
        ([key, item]) => [isPlain(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`, item] as const,
      )
  return entries.flatMap(([itemPath, item]) => [itemPath, ...pathsIn(item, itemPath, depth + 1)])
}
