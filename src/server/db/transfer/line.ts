import { isUtf8 } from 'node:buffer'
import type { Column, Row, Value } from './shape.ts'

/** A blob that is not UTF-8 text. */
interface Bytes {
  readonly base64: string
}

type Cell = string | number | Bytes | null

/** A row as a JSON array in column order. */
export const lineOf = (columns: readonly Column[], row: Row): string =>
  `${JSON.stringify(columns.map(({ type }, index) => cellOf(type, row[index]!)))}\n`

function cellOf(type: Column['type'], value: Value): Cell {
  if (value === null) return null
  if (type === 'real') return Number.isFinite(value) ? (value as number) : String(value)
  if (!(value instanceof Uint8Array)) return value
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return isUtf8(bytes) ? bytes.toString('utf8') : { base64: bytes.toString('base64') }
}

/** @throws Error if the line is not a row of these columns. */
export function rowOf(columns: readonly Column[], line: string): Row {
  const cells: unknown = JSON.parse(line)
  if (!Array.isArray(cells) || cells.length !== columns.length)
    throw new Error(`no array of ${columns.length} values`)
  return columns.map(({ name, type }, index) => {
    const value = fromCell(type, cells[index])
    if (value === undefined) throw new Error(`${name} is no ${type}`)
    return value
  })
}

function fromCell(type: Column['type'], cell: unknown): Value | undefined {
  if (cell === null) return null
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(cell) || (typeof cell === 'string' && /^-?\d{1,19}$/.test(cell))
        ? (cell as Value)
        : undefined
    case 'real':
      return typeof cell === 'number' || nonFinite.has(cell) ? Number(cell) : undefined
    case 'text':
      return typeof cell === 'string' ? cell : undefined
    case 'blob': {
      if (typeof cell === 'string') return Buffer.from(cell, 'utf8')
      const { base64 } = cell as Partial<Bytes>
      return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
    }
  }
}

const nonFinite: ReadonlySet<unknown> = new Set(['Infinity', '-Infinity', 'NaN'])
