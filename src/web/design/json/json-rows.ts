import { ExactNumber } from '../../../engine/json/exact-number.ts'

/** A visible line of a JSON tree. */
export interface JsonRow {
  /** JSONPath of the value. */
  readonly path: string
  /** The key or index; null at the root. */
  readonly name: string | number | null
  readonly value: unknown
  readonly depth: number
  /** Number of values inside; null for texts, numbers and the like. */
  readonly size: number | null
  readonly isOpen: boolean
  /** Number of values inside that are left out below this line. */
  readonly hidden: number
}

/** Values of one object or list that are shown at first; each "Show more" adds as many. */
export const childrenStep = 100

/** Most levels that are open at first, and most lines of them: 100,000 lines blocked the browser. */
const levelsOpen = 3
const maxOpenLines = 1_000

export interface TreeState {
  /** Paths that the person has opened or closed against their initial state. */
  readonly toggled: ReadonlySet<string>
  /** The number of shown values inside a path, if "Show more" was pressed there. */
  readonly shown: ReadonlyMap<string, number>
}

export const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber)

const plainKey = /^[A-Za-z_][A-Za-z0-9_]*$/

export const pathInside = (path: string, name: string | number): string => {
  if (typeof name === 'number') return `${path}[${name}]`
  return plainKey.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

const entriesOf = (value: object): readonly (readonly [string | number, unknown])[] =>
  Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value)

/** The number of levels that are open at first; the first one always is. */
function openLevels(value: unknown): number {
  let level: readonly unknown[] = [value]
  let lines = 1
  for (let depth = 0; depth < levelsOpen; depth++) {
    level = level.flatMap((value) => (isNested(value) ? Object.values(value).slice(0, childrenStep) : []))
    lines += level.length
    if (lines > maxOpenLines) return depth
  }
  return levelsOpen
}

/** The visible lines of a value, from top to bottom. */
export function jsonRows(value: unknown, { toggled, shown }: TreeState): readonly JsonRow[] {
  const rows: JsonRow[] = []
  const levels = openLevels(value)
  const add = (path: string, name: JsonRow['name'], value: unknown, depth: number) => {
    if (!isNested(value)) {
      rows.push({ path, name, value, depth, size: null, isOpen: false, hidden: 0 })
      return
    }
    const entries = entriesOf(value)
    const isOpen = entries.length > 0 && depth < levels !== toggled.has(path)
    const visible = isOpen ? entries.slice(0, shown.get(path) ?? childrenStep) : []
    const hidden = isOpen ? entries.length - visible.length : 0
    rows.push({ path, name, value, depth, size: entries.length, isOpen, hidden })
    for (const [key, item] of visible) add(pathInside(path, key), key, item, depth + 1)
  }
  add('$', null, value, 0)
  return rows
}
