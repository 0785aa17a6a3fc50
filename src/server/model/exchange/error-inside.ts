import { isFields } from '../../../engine/json/fields.ts'
import { field } from '../../../engine/template/provider-reading/common/json.ts'

const maxErrorBytes = 64 * 1024

/** Returns the error body that was sent in place of an answer. Long texts are skipped, because errors are short. */
export function errorIn(text: string): unknown {
  if (text.length > maxErrorBytes || !text.includes('"error"')) return null
  try {
    const body: unknown = JSON.parse(text)
    const error = field(body, 'error')
    return isFields(error) || typeof error === 'string' || field(body, 'object') === 'error' ? body : null
  } catch {
    return null
  }
}

/** Returns the first error among events, and the number of bytes before it. */
export function errorAmong(events: Uint8Array): { goodBytes: number; error: unknown } | null {
  const bytes = Buffer.from(events.buffer, events.byteOffset, events.byteLength)
  if (!bytes.includes('"error"')) return null
  let goodBytes = 0
  for (const event of bytes.toString().split(/(?<=\n\r?\n)/)) {
    const data = /^data: ?(.*)$/m.exec(event)?.[1] ?? ''
    const error = errorIn(data)
    if (error !== null) return { goodBytes, error }
    goodBytes += Buffer.byteLength(event)
  }
  return null
}
