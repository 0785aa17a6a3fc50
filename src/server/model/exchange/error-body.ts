import { isFields } from '../../../engine/json/fields.ts'
import { field, valueAt } from '../../../engine/template/provider-reading/common/json.ts'

/** The known parts of a provider's error body. */
export interface ErrorBody {
  readonly codes: readonly string[]
  readonly message: string | null
}

const codePaths = [
  ['error', 'type'],
  ['error', 'status'],
  ['error', 'code'],
  ['error'],
  ['error_type'],
  ['type'],
  ['code'],
  ['__type'],
]
const messagePaths = [
  ['error', 'message'],
  ['message'],
  ['Message'],
  ['error'],
  ['detail'],
  ['detail', 'message'],
  ['errors'],
]

export function readErrorBody(body: unknown): ErrorBody {
  const error = Array.isArray(body) ? body[0] : body
  return {
    codes: codePaths.map((path) => valueAt(error, ...path)).flatMap((code) => codeOf(code)),
    message:
      messagePaths.map((path) => messageOf(valueAt(error, ...path))).find((text) => text !== null) ?? null,
  }
}

/** Removes the additions of Amazon to a code: `namespace#Name` or `Name:address`. */
const codeOf = (code: unknown): string[] => {
  if (typeof code === 'number') return [String(code)]
  return typeof code === 'string' ? [code.replace(/^.*#/, '').replace(/:.*$/, '')] : []
}

function messageOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) {
    const words = value.map((item) =>
      messageOf(isFields(item) ? (field(item, 'msg') ?? field(item, 'message')) : item),
    )
    return words.filter((text) => text !== null).join('; ') || null
  }
  return null
}

/** Parses JSON; otherwise returns a line of text, and nothing for an HTML page. */
export function parseErrorBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.includes('<') ? null : { message: text.slice(0, 2000) }
  }
}
