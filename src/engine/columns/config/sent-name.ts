import type { SentConfig } from './read.ts'

/**
 * Where in the config as it was sent stands what is at a path of the canonical one: a fault is told in the words of who
 * made it. An older spelling is a field that is not there any more, and whose value, or an item of it, is.
 */
export function sentName(
  sent: SentConfig,
  canonical: SentConfig,
  path: readonly string[],
): readonly string[] {
  const [field, item, ...rest] = path
  if (field === undefined || Object.hasOwn(sent, field)) return path
  const older = Object.keys(sent).filter((name) => !Object.hasOwn(canonical, name))
  const value = canonical[field]
  const whole = older.find((name) => sent[name] === value)
  if (whole !== undefined) return [whole, ...path.slice(1)]
  if (Array.isArray(value) && item !== undefined) {
    const name = older[Number(item)]
    if (name !== undefined && sent[name] === value[Number(item)]) return [name, ...rest]
  }
  for (const name of older) {
    const list = sent[name]
    const at = Array.isArray(list) ? list.indexOf(value) : -1
    if (at >= 0) return [name, String(at), ...path.slice(1)]
  }
  return path
}
