import { isFields } from '../../engine/json/fields.ts'

/** A shorter value is as likely to stand in a text by chance as because it was printed. */
const shortestMasked = 8
const mask = '***'

export type Mask = <T>(value: T) => T

/**
 * Takes secrets out of what code printed, returned or raised, as they are and as they stand in JSON text. This
 * keeps them from being shown by accident; code that wants to show one can write it another way.
 */
export function maskOf(secrets: readonly string[]): Mask {
  const long = secrets.filter((secret) => secret.length >= shortestMasked)
  const forms = new Set(long.flatMap(formsOf))
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const masked = (text: string) => longestFirst.reduce((rest, form) => rest.replaceAll(form, mask), text)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return masked(value)
    if (Array.isArray(value)) return value.map(walk)
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [masked(key), walk(item)]))
  }
  return (longestFirst.length === 0 ? (value: unknown) => value : walk) as Mask
}

/** As it is, and as JavaScript and Python write it into JSON. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [secret, json, ascii]
}
