import type { Column } from '../../sheets/index.ts'
import { kindOf } from '../../sheets/values.ts'

/**
 * One output of a comparison: a column of `sheet` (absent: the sheet of the page) in the saved `version` (absent: the
 * current state).
 */
export interface Side {
  readonly sheet?: string | undefined
  readonly version?: string | undefined
  /** Id of the column with the output. */
  readonly column: string
  readonly judge?: string | undefined
}

export const maxSides = 4

export const letters = 'ABCD'

type SideColumn = Pick<Column, 'id' | 'title' | 'type' | 'dependencies'>

const isGrading = ({ type }: SideColumn): boolean => ['check', 'judge'].includes(kindOf(type))

/** True for columns with answers of prompts, models and workflows. */
const isAnswer = ({ type }: SideColumn): boolean => ['prompt', 'model', 'workflow'].includes(kindOf(type))

/**
 * Whether a column can be compared. A mirror shows another sheet's cells, which are compared in that sheet.
 */
export const isComparable = ({ type }: Pick<Column, 'type'>): boolean =>
  type !== 'COMPOSITION' && type !== 'TRACE'

/** The id of the check or judge that reads the output; if none does, of the first check or judge. */
export const judgeOf = (output: string, columns: readonly SideColumn[]): string | undefined => {
  const grading = columns.filter((column) => isGrading(column) && column.id !== output)
  const reading = grading.find(({ dependencies }) =>
    dependencies.some(({ column_id }) => column_id === output),
  )
  return (reading ?? grading[0])?.id
}

/**
 * The outputs, the most likely first: outputs of models before others, later ones before earlier ones, checks
 * and judges last.
 */
export function outputsOf(columns: readonly SideColumn[]): readonly SideColumn[] {
  const computed = columns.filter((column) => isComparable(column) && column.type !== 'TEXT')
  const outputs = computed.filter((column) => !isGrading(column))
  const models = outputs.filter(isAnswer)
  const others = outputs.filter((column) => !models.includes(column))
  return [...models.toReversed(), ...others.toReversed(), ...computed.filter(isGrading)]
}

const groupNames = ['Answers', 'Checks and judges', 'Code and other values', 'Inputs'] as const

function groupOf(column: SideColumn): (typeof groupNames)[number] {
  if (column.type === 'TEXT') return 'Inputs'
  if (isGrading(column)) return 'Checks and judges'
  return isAnswer(column) ? 'Answers' : 'Code and other values'
}

/** The columns in named groups, in the order of the sheet within each. */
export const groupsOf = <C extends SideColumn>(columns: readonly C[]): readonly (readonly [string, C[]])[] =>
  groupNames
    .map((name) => [name, columns.filter((column) => groupOf(column) === name)] as const)
    .filter(([, members]) => members.length > 0)

/** The columns that a column reads, as a text. */
const inputsOf = ({ dependencies }: SideColumn): string =>
  dependencies
    .map(({ column_id }) => column_id)
    .sort()
    .join()

interface Baselines {
  /** The version that the address or a person named. */
  readonly named: string | undefined
  /** The version that is used if there is no other pair of sides. */
  readonly fallback: string | undefined
}

/**
 * The default sides. They are the first possible ones of: a named version and the current state of an output,
 * two answers of models to the same inputs, any version and the current state, two outputs.
 */
export function firstSides(columns: readonly SideColumn[], { named, fallback }: Baselines): readonly Side[] {
  const [output, other] = outputsOf(columns)
  if (!output) return []
  const side = (column: string): Side => ({ column, judge: judgeOf(column, columns) })
  const alternative = outputsOf(columns).find(
    (column) =>
      column !== output && isAnswer(column) && isAnswer(output) && inputsOf(column) === inputsOf(output),
  )
  const pair = alternative && [side(alternative.id), side(output.id)]
  if (named === undefined && pair) return pair
  const version = named ?? fallback
  if (version !== undefined) return [{ ...side(output.id), version }, side(output.id)]
  return other && !isGrading(other) ? [side(other.id), side(output.id)] : []
}

interface Version {
  readonly id: string
  readonly name: string | null
}

/**
 * The next side: the output of the last one in the newest named version that no side shows; without one, in the
 * current state; otherwise the last side again.
 */
export function sideToAdd(sides: readonly Side[], versions: readonly Version[]): Side {
  const last = sides.at(-1)!
  const shown = new Set(sides.filter(({ sheet }) => sheet === last.sheet).map(({ version }) => version))
  if (last.sheet !== undefined) return last
  const version = versions.find(({ id, name }) => name !== null && !shown.has(id))?.id
  if (version === undefined && shown.has(undefined)) return last
  return { ...last, version }
}

/** The side in another sheet, with the columns of the same titles. */
export function movedTo(
  side: Side,
  sheet: string,
  from: readonly SideColumn[],
  to: readonly SideColumn[],
): Side {
  const sameTitle = (id: string | undefined) => {
    const title = from.find((column) => column.id === id)?.title
    return to.find((column) => column.title === title)?.id
  }
  const column = sameTitle(side.column) ?? outputsOf(to)[0]?.id ?? to[0]?.id ?? ''
  return { sheet, column, judge: sameTitle(side.judge) ?? judgeOf(column, to) }
}

/** Replaces a side. If it is the first one, sides that show its column or judge get the new one too. */
export function withSide(sides: readonly Side[], index: number, next: Side): Side[] {
  const before = sides[index]!
  const follows = (side: Side, field: 'column' | 'judge') =>
    side.sheet === next.sheet && before.sheet === next.sheet && side[field] === before[field]
  return sides.map((side, other) => {
    if (other === index) return next
    if (index !== 0) return side
    return {
      ...side,
      ...(follows(side, 'column') && { column: next.column }),
      ...(follows(side, 'judge') && { judge: next.judge }),
    }
  })
}
