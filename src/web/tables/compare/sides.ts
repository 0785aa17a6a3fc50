import type { Column } from '../../sheets/index.ts'
import { kindOf } from '../../sheets/values.ts'

/**
 * One output of a comparison; without a sheet it is of the sheet of the page, without a version it is of the current
 * state.
 */
export interface Side {
  readonly sheet?: string | undefined
  readonly version?: string | undefined
  /** Ids of columns. */
  readonly column: string
  readonly judge?: string | undefined
}

export const mostSides = 4

export const letters = 'ABCD'

type Known = Pick<Column, 'id' | 'title' | 'type' | 'dependencies'>

const isGrading = ({ type }: Known): boolean => ['check', 'judge'].includes(kindOf(type))

/** A mirror shows another sheet's cells, which are compared there. */
export const isComparable = ({ type }: Pick<Column, 'type'>): boolean =>
  type !== 'COMPOSITION' && type !== 'TRACE'

/** The check or judge that reads the output, or else the first one. */
export const judgeOf = (output: string, columns: readonly Known[]): string | undefined => {
  const grading = columns.filter((column) => isGrading(column) && column.id !== output)
  const reading = grading.find(({ dependencies }) =>
    dependencies.some(({ column_id }) => column_id === output),
  )
  return (reading ?? grading[0])?.id
}

/** The last output that is not itself a grade: usually the answer that the sheet is about. */
export function outputsOf(columns: readonly Known[]): readonly Known[] {
  const computed = columns.filter((column) => isComparable(column) && column.type !== 'TEXT')
  const outputs = computed.filter((column) => !isGrading(column))
  const models = outputs.filter(({ type }) => ['prompt', 'model', 'workflow'].includes(kindOf(type)))
  const others = outputs.filter((column) => !models.includes(column))
  return [...models.toReversed(), ...others.toReversed(), ...computed.filter(isGrading)]
}

/** The newest saved version against the sheet as it is now; without versions, two outputs side by side. */
export function firstSides(columns: readonly Known[], version: string | undefined): readonly Side[] {
  const [output, other] = outputsOf(columns)
  if (!output) return []
  const side = (column: string): Side => ({ column, judge: judgeOf(column, columns) })
  if (version !== undefined) return [{ ...side(output.id), version }, side(output.id)]
  return other && !isGrading(other) ? [side(other.id), side(output.id)] : []
}

/** The same columns in another sheet, by their titles. */
export function movedTo(side: Side, sheet: string, from: readonly Known[], to: readonly Known[]): Side {
  const same = (id: string | undefined) => {
    const title = from.find((column) => column.id === id)?.title
    return to.find((column) => column.title === title)?.id
  }
  const column = same(side.column) ?? outputsOf(to)[0]?.id ?? to[0]?.id ?? ''
  return { sheet, column, judge: same(side.judge) ?? judgeOf(column, to) }
}
