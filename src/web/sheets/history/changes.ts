import { verdictOf } from '../grid/judged.ts'

/** A change between two versions, in the form of the API. */
interface Delta {
  readonly type: string
  readonly column_id?: string
  readonly row_index_before?: number | null
  readonly row_index_after?: number | null
  readonly before?: unknown
  readonly after?: unknown
}

export interface Change {
  readonly kind: 'cell' | 'row' | 'column' | 'setting'
  readonly text: string
  /** Index of the row in the later version; null if the row is not in it. */
  readonly row: number | null
  readonly column: string | null
  readonly before: string
  readonly after: string
}

type TitleOf = (column: string) => string

const maxTextLength = 200

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const verdict = verdictOf(value)
  if (verdict !== null) return typeof verdict === 'string' ? verdict : verdict ? 'Pass' : 'Fail'
  const error = (value as { message?: unknown }).message
  const text = typeof value === 'string' ? value : typeof error === 'string' ? error : JSON.stringify(value)
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

const rowVerbs: Readonly<Record<string, string>> = {
  row_added: 'added',
  row_removed: 'deleted',
  row_moved: 'moved',
}

const columnVerbs: Readonly<Record<string, string>> = {
  column_added: 'added',
  column_updated: 'changed',
  column_removed: 'deleted',
}

/** The changes for people. Columns and rows come before cells, and adjacent rows are merged. */
export function changesOf(deltas: readonly Record<string, unknown>[], titleOf: TitleOf): readonly Change[] {
  return runsOf(deltas as unknown as readonly Delta[]).map((run) => changeOf(run, titleOf))
}

/** The number of the row on screen. */
const numberOf = ({ row_index_after: after, row_index_before: before }: Delta): number =>
  (after ?? before ?? -1) + 1

function runsOf(all: readonly Delta[]): Delta[][] {
  const runs: Delta[][] = []
  for (const delta of all) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const follows = last?.type === delta.type && numberOf(last) + 1 === numberOf(delta)
    if (run && follows && delta.type in rowVerbs) run.push(delta)
    else runs.push([delta])
  }
  return runs
}

function changeOf(run: readonly Delta[], titleOf: TitleOf): Change {
  const firstChange = run[0]!
  const { type, column_id: column = null, before, after } = firstChange
  const row = firstChange.row_index_after ?? null
  const firstNumber = numberOf(firstChange)
  const none = { before: '', after: '' }
  if (type === 'cell_set')
    return {
      kind: 'cell',
      text: `Row ${firstNumber}, ${titleOf(column!)}`,
      row,
      column,
      before: textOf(before),
      after: textOf(after),
    }
  if (type in rowVerbs) {
    const rows = run.length === 1 ? `Row ${firstNumber}` : `Rows ${firstNumber} to ${numberOf(run.at(-1)!)}`
    return { kind: 'row', text: `${rows} ${rowVerbs[type]}`, row, column: null, ...none }
  }
  if (type in columnVerbs) {
    const { title } = (after ?? before) as { title?: string }
    return {
      kind: 'column',
      text: `Column ${title ?? titleOf(column!)} ${columnVerbs[type]}`,
      row: null,
      column,
      ...none,
    }
  }
  return { kind: 'setting', text: type.replaceAll('_', ' '), row: null, column: null, ...none }
}

/** The changed cells for the grid, as `row column`. */
export const marksOf = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({ kind, row, column }) => (kind === 'cell' && row !== null ? [`${row} ${column}`] : [])),
  )
