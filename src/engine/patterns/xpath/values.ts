import { textOf, type XmlNode } from '../xml/tree.ts'

/** Result of an XPath expression. Nodes are distinct and in document order. */
export type XPathValue = readonly XmlNode[] | string | number | boolean

export function isNodes(value: XPathValue): value is readonly XmlNode[] {
  return typeof value === 'object'
}

export function toText(value: XPathValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return value.length === 0 ? '' : textOf(value[0]!)
}

/** XPath has no exponents. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return '0'
  const text = String(value)
  if (!text.includes('e')) return text
  if (Number.isInteger(value)) return String(BigInt(value))
  let digits = value.toFixed(100)
  while (digits.endsWith('0')) digits = digits.slice(0, -1)
  return digits
}

const numeral = /^[ \t\n\r]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\n\r]*$/

export function toNumber(value: XPathValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value)
  return text.length < 1_000 && numeral.test(text) ? Number(text) : Number.NaN
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return value.length > 0
}
