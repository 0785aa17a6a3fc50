import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { downstreamOf, isPaid } from '../../columns/forms.ts'
import { counted } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { isComputed } from '../../sheets/values.ts'
import type { Waiting } from './unrun-sources.ts'

interface Props {
  readonly type: ColumnTypeName
  /** The edited column; absent: a new one. */
  readonly column: Column | undefined
  readonly columns: readonly Column[]
  readonly rowCount: number
  readonly isChanged: boolean
  /** Titles of the sources that have no value in any row. */
  readonly unrun: readonly string[]
  readonly waiting: Waiting | null
}

/** Shows which cells saving the column will change. */
export function Impact({ type, column, columns, rowCount, isChanged, unrun, waiting }: Props) {
  const text = column
    ? isChanged && changeText(column, columns, rowCount)
    : type !== 'TEXT' &&
      type !== 'TRACE' &&
      type !== 'HUMAN' &&
      type !== 'COMPOSITION' &&
      newText(type, rowCount, unrun, waiting)
  return text ? <p className="text-small text-ink-soft">{text}</p> : null
}

function changeText(column: Column, columns: readonly Column[], rowCount: number): string | false {
  const affected = [column, ...downstreamOf(columns, column.id)].filter(isComputed)
  if (affected.length === 0) return false
  return `Saving makes up to ${counted(affected.length * rowCount, 'cell')} in ${counted(affected.length, 'column')} stale. Nothing runs automatically.`
}

function newText(
  type: ColumnTypeName,
  rowCount: number,
  [unrun]: readonly string[],
  waiting: Waiting | null,
): string {
  if (isPaid(type))
    return `Adds ${counted(rowCount, 'cell')}. Running them costs money, so they do not run automatically.`
  if (unrun !== undefined)
    return `Adds ${counted(rowCount, 'cell')}. Run ${unrun} first, or run both together.`
  if (waiting && waiting.cells < rowCount)
    return `Saving computes ${counted(rowCount - waiting.cells, 'cell')}, which costs nothing. ${counted(waiting.cells, 'cell')} ${waiting.cells === 1 ? 'waits' : 'wait'} until ${waiting.title} is run.`
  return `Saving computes ${counted(rowCount, 'cell')}, which costs nothing.`
}
