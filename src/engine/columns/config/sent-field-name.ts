export type SentConfig = Readonly<Record<string, unknown>>

/**
 * Maps a path of the canonical config to the path that the caller sent, for error messages. An older spelling is a
 * sent field that the canonical config lacks and whose value, or an item of it, stands at `path`.
 */
export function sentFieldName(
  configInput: SentConfig,
  canonical: SentConfig,
  path: readonly string[],
): readonly string[] {
  const [field, item, ...rest] = path
  if (field === undefined || Object.hasOwn(configInput, field)) return path
  const older = Object.keys(configInput).filter((name) => !Object.hasOwn(canonical, name))
  const value = canonical[field]
  const whole = older.find((name) => configInput[name] === value)
  if (whole !== undefined) return [whole, ...path.slice(1)]
  if (Array.isArray(value) && item !== undefined) {
    const name = older[Number(item)]
    if (name !== undefined && configInput[name] === value[Number(item)]) return [name, ...rest]
  }
  for (const name of older) {
    const list = configInput[name]
    const index = Array.isArray(list) ? list.indexOf(value) : -1
    if (index >= 0) return [name, String(index), ...path.slice(1)]
  }
  return path
}
