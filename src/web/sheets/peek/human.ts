import type { Column } from '../grid/column.ts'

/** A possible answer of a person, with its key. */
export interface AnswerChoice {
  readonly value: unknown
  readonly label: string
  readonly key: string | null
}

interface Element {
  readonly type: 'slider' | 'number' | 'rating' | 'text' | 'select'
  readonly min?: number | null
  readonly max?: number | null
  readonly step?: number | null
  readonly options?: readonly unknown[] | null
  readonly prompt?: string | null
}

export const elementOf = ({ config }: Pick<Column, 'config'>): Element =>
  (config['ui_element'] ?? { type: 'text' }) as Element

/** With more possible answers, there are no buttons and the answer is typed. */
const maxButtons = 10

/** The possible answers; null if the answer is typed. */
export function answersOf(column: Pick<Column, 'config'>): readonly AnswerChoice[] | null {
  const { type, options, min, max, step } = elementOf(column)
  if (options) return withKeys(options)
  if (type === 'rating') return withKeys(numbers(min ?? 1, max ?? 5, step ?? 1))
  if ((type === 'slider' || type === 'number') && min != null && max != null) {
    const values = numbers(min, max, step ?? 1)
    return values.length <= maxButtons ? withKeys(values) : null
  }
  return null
}

function numbers(min: number, max: number, step: number): number[] {
  const count = Math.min(maxButtons + 1, Math.floor((max - min) / step + 1e-9) + 1)
  return Array.from({ length: Math.max(0, count) }, (_none, index) =>
    Number((min + index * step).toPrecision(12)),
  )
}

/** Gives each answer a key: digits have their own, other answers have the number of their position. */
function withKeys(values: readonly unknown[]): AnswerChoice[] {
  const areDigits = values.every((value) => typeof value === 'number' && /^\d$/.test(String(value)))
  return values.map((value, index) => ({
    value,
    label: typeof value === 'string' ? value : JSON.stringify(value),
    key: areDigits ? String(value) : index < 9 ? String(index + 1) : null,
  }))
}

/** The typed answer as a value of the column; null if the column needs a number and the text is not one. */
export function parseAnswer({ config }: Pick<Column, 'config'>, text: string): string | number | null {
  if (config['data_type'] !== 'number') return text
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}
