import { isFields } from '../../../engine/json/fields.ts'

/** Converts base64 texts under `bytes` to bytes, which Converse requires. */
export function withBytes(value: unknown): unknown {
  return mapped(value, (name, item) =>
    name === 'bytes' && typeof item === 'string' ? Buffer.from(item, 'base64') : undefined,
  )
}

/** Converts bytes to base64 texts, for JSON. */
export function withText(value: unknown): unknown {
  const asText = (item: unknown) =>
    item instanceof Uint8Array ? Buffer.from(item).toString('base64') : undefined
  return asText(value) ?? mapped(value, (_, item) => asText(item))
}

function mapped(value: unknown, replace: (name: string, item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replace('', item) ?? mapped(item, replace))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, replace(name, item) ?? mapped(item, replace)]),
  )
}
