import type { Json } from '../../src/engine/json/json.ts'

/** Column types of the test: they compute a cell's value from its inputs. Undefined fails the cell. */
export const formulas = {
  /** The value is often the same for different inputs, so that recomputation stops early. */
  parity: (values) => values.filter((value) => value !== null).length % 2 === 0,
  size: (values) => values.map((value) => String(value).length % 3).reduce((a, b) => a + b, 0),
  list: (values) => values,
  /** The value may be 1 or true, which are not the same. */
  first: (values) => values[0] ?? null,
  strict: (values) => (values.includes('bad') ? undefined : values.length),
} satisfies Record<string, (values: readonly Json[]) => Json | undefined>

export type FormulaName = keyof typeof formulas

export const formulaNames = Object.keys(formulas) as FormulaName[]

export const editValues: readonly Json[] = [
  '',
  'bad',
  'x',
  1,
  true,
  '1',
  null,
  0,
  false,
  ['x'],
  { a: 1, b: 2 },
]
