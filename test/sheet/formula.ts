import type { Json } from '../../src/engine/columns/json.ts'

/** Column types of the test: a cell's value by the values that it reads. Undefined: the cell fails. */
export const formulas = {
  /** Often the same for different inputs, so that recomputation stops early. */
  parity: (values) => values.filter((value) => value !== null).length % 2 === 0,
  size: (values) => values.map((value) => String(value).length % 3).reduce((a, b) => a + b, 0),
  list: (values) => values,
  /** 1 and true are not the same. */
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
