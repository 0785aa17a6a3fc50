import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type CellEvent,
  type CellState,
  cellEvents,
  cellStates,
  endsRun,
  isPending,
  moveOf,
  stateOfContent,
  statesFor,
  type Target,
} from '../../../engine/sheet/index.ts'

/** Values that a move needs. `restore` takes the restored version as `version`. */
export interface MoveValues {
  readonly execution?: string
  readonly version?: number
  /** The highest version_count of a saved version. */
  readonly saved?: number
  readonly now?: number
}

/** The values as SQL: numbers, texts in quotes, or `excluded` columns. */
export type MoveTexts = { readonly [Name in keyof MoveValues]: string | number }

/** Columns that a move may set. */
type Column = keyof typeof columnsOf | 'status' | 'resting' | 'generation'

const columnsOf = {
  awaiting: 'awaiting',
  execution: 'execution_id',
  progress: 'progress',
  value: 'value',
  evidence: 'evidence',
  error: 'error',
  inputHash: 'input_hash',
  computedVersion: 'computed_version',
  since: 'since',
  staleSince: 'stale_since',
  updatedAt: 'updated_at',
} as const

/** SQL for the fields of a move; `{name}` is replaced by one of `MoveValues`. */
const expressions: Readonly<Record<string, string>> = {
  'awaiting true': '1',
  'awaiting false': '0',
  'execution run': '{execution}',
  'computedVersion now': '{version}',
  'since now': '{version}',
  'since now if saved as stale':
    'case when sheet_cells.stale_since <= {saved} then {version} else sheet_cells.since end',
  'staleSince now': 'coalesce(sheet_cells.stale_since, {version})',
  'staleSince as of then': 'case when stale_since <= {version} then stale_since end',
  'updatedAt now': '{now}',
}

const literal = (text: string) => `'${text}'`

/** The state of restored content. The columns have the same names in the tables of cells and of their history. */
export const contentState = (version: string) =>
  `case when stale_since <= ${version} then ${literal(stateOfContent({ isStale: true, hasError: false }))}
    when error is not null then ${literal(stateOfContent({ isStale: false, hasError: true }))}
    else ${literal(stateOfContent({ isStale: false, hasError: false }))} end`

/** A condition on the state, as short as possible. */
export function stateIs(states: readonly CellState[], column = 'sheet_cells.status'): string {
  const otherStates = cellStates.filter((state) => !states.includes(state))
  if (otherStates.length === 0) return 'true'
  if (states.length === 1) return `${column} = ${literal(states[0]!)}`
  if (otherStates.length === 1) return `${column} <> ${literal(otherStates[0]!)}`
  return `${column} in (${states.map(literal).join(', ')})`
}

/** SQL for the new value of a column, by state; null if the column keeps its value in every state. */
function byState(event: CellEvent, column: string, expressionOf: (from: CellState) => string) {
  const groups = [...Map.groupBy(statesFor(event), expressionOf)]
  const [, last] = groups
  if (last === undefined) return groups[0]![0] === column ? null : groups[0]![0]
  const cases = groups.slice(0, -1).map(([text, states]) => `when ${stateIs(states)} then ${text}`)
  return `case ${cases.join(' ')} else ${groups.at(-1)![0]} end`
}

function targetState(target: Target): string {
  if (target === 'resting') return 'sheet_cells.resting'
  return target === 'content' ? contentState('{version}') : literal(target)
}

function restingAfter(event: CellEvent, from: CellState): string {
  const { to, resting } = moveOf(event)
  const target = to[from]!
  if (target === 'resting' || target === 'content' || !isPending(target)) return targetState(target)
  if (resting === undefined) return 'sheet_cells.resting'
  return resting === 'STALE' ? literal(resting) : 'sheet_cells.status'
}

function generationAfter(event: CellEvent, from: CellState): string {
  const generation = 'sheet_cells.generation'
  if (endsRun(from, event, true)) return `${generation} + 1`
  if (!endsRun(from, event, false)) return generation
  return `case when sheet_cells.execution_id <> {execution} then ${generation} + 1 else ${generation} end`
}

function assignmentsOf(event: CellEvent): [Column, string][] {
  const { to, writes } = moveOf(event)
  const assigned: [Column, string | null][] = [
    ['status', byState(event, 'sheet_cells.status', (from) => targetState(to[from]!))],
    ['resting', byState(event, 'sheet_cells.resting', (from) => restingAfter(event, from))],
    ['generation', byState(event, 'sheet_cells.generation', (from) => generationAfter(event, from))],
  ]
  for (const [field, column] of Object.entries(columnsOf) as [keyof typeof columnsOf, Column][]) {
    const fieldWrite = writes[field]
    if (fieldWrite !== undefined)
      assigned.push([column, fieldWrite === null ? 'null' : expressions[`${field} ${fieldWrite}`]!])
  }
  return assigned.filter((each): each is [Column, string] => each[1] !== null)
}

/** The `where` of an update: cells that the event moves, or only those in some states. */
export function moveCondition(event: CellEvent, states: readonly CellState[] = statesFor(event)): string {
  const condition = stateIs(statesFor(event).filter((state) => states.includes(state)))
  return moveOf(event).skipsAwaiting ? `${condition} and sheet_cells.awaiting = 0` : condition
}

const assignments = new Map(cellEvents.map((event) => [event, assignmentsOf(event)]))
const placeholder = /\{(\w+)\}/

function writtenValue(values: MoveTexts, name: string, event: CellEvent): string | number {
  const value = values[name as keyof MoveValues]
  if (value === undefined) throw new Error(`The move ${event} writes ${name}.`)
  return value
}

/** The `set` of an update. Several events apply one after the other. */
export function moveText(events: CellEvent | readonly CellEvent[], texts: MoveTexts): string {
  const columns = new Map<Column, string>()
  for (const event of [events].flat())
    for (const [column, text] of assignments.get(event)!) {
      const parts = text.split(placeholder)
      columns.set(
        column,
        parts.map((part, index) => (index % 2 ? writtenValue(texts, part, event) : part)).join(''),
      )
    }
  return [...columns].map(([column, text]) => `${column} = ${text}`).join(', ')
}

/** As `moveText`, with bound values. */
export function moveSet(event: CellEvent, values: MoveValues): Partial<Record<Column, RawBuilder<never>>> {
  const columns = assignments.get(event)!.map(([column, text]) => {
    const parts = text.split(placeholder)
    const built = parts.map((part, index) =>
      index % 2 ? sql`${writtenValue(values, part, event)}` : sql.raw(part),
    )
    return [column, sql<never>`${sql.join(built, sql``)}`] as const
  })
  return Object.fromEntries(columns)
}

/** As `moveCondition`, for Kysely. */
export const isMovable = (event: CellEvent, states?: readonly CellState[]) =>
  sql<SqlBool>`${sql.raw(moveCondition(event, states))}`
