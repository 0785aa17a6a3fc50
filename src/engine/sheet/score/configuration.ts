import { isFields } from '../../json/fields.ts'
import { badField } from '../../refusal.ts'
import { type AssertionAggregation, type Tokens, tokensOf } from './read-value.ts'

export type ScoreType = 'auto' | 'boolean' | 'numeric' | 'custom'

/** The score configuration of a sheet. */
export interface ScoreConfiguration {
  readonly type: ScoreType
  /** Empty: `defaultColumns` of the sheet. */
  readonly columnIds: readonly string[]
  readonly tokens: Tokens
  readonly assertions: AssertionAggregation
  readonly code: { readonly text: string; readonly language: 'PYTHON' | 'JAVASCRIPT' } | null
  readonly winner: Winner | null
}

/** The most frequent, lowest or highest value of one column, with the label of its row. */
export interface Winner {
  readonly column: string
  readonly kind: WinnerKind
  readonly label: string | null
}

export type WinnerKind = 'most_frequent' | 'lowest' | 'highest'

interface NamedColumn {
  readonly id: string
  readonly title: string
}

/** Body of the call: `score_config`, and the same fields beside it. */
export type SentScore = Readonly<Record<string, unknown>>

const types: readonly ScoreType[] = ['auto', 'boolean', 'numeric', 'custom']
const aggregations: readonly AssertionAggregation[] = ['all', 'any', 'mean']
const winnerKinds: readonly WinnerKind[] = ['most_frequent', 'lowest', 'highest']

/** UTF-16 code units of scoring code. */
export const maxScoringCode = 50_000

/**
 * Reads a configuration from a caller. Stored ones are read by `readScoreConfiguration` without the checks below.
 * @throws Refusal 'bad_request' naming the field, also for too long code and for a text in both lists of values.
 */
export function readSentScore(scoreInput: SentScore, columns: readonly NamedColumn[]): ScoreConfiguration {
  const configuration = readScoreConfiguration(scoreInput, columns)
  const { code, tokens } = configuration
  if (code && code.text.length > maxScoringCode)
    throw badField('code', `code must have at most ${maxScoringCode} characters`)
  const duplicate = [...tokens.false].find((token) => tokens.true.has(token))
  if (duplicate !== undefined)
    throw badField('false_values', `true_values and false_values both have "${duplicate.slice(0, 100)}"`)
  return configuration
}

/**
 * Reads a score configuration; `score_config` may hold the same fields, and those beside it win.
 * @throws Refusal 'bad_request' naming the field: an unknown type or column, an ambiguous title,
 * `score_config` without `score_type`, custom scoring without code.
 */
export function readScoreConfiguration(
  scoreInput: SentScore,
  columns: readonly NamedColumn[],
): ScoreConfiguration {
  const nested = object(scoreInput['score_config'])
  const field = (name: string): unknown => scoreInput[name] ?? nested?.[name] ?? null
  if (nested && scoreInput['score_type'] == null)
    throw badField('score_type', 'score_type is required with score_config')
  const code = text(field('code'), 'code')
  const type = oneOf(scoreInput['score_type'] ?? (code === null ? 'auto' : 'custom'), types, 'score_type')
  if (type === 'custom' && code === null) throw badField('code', 'Custom scoring needs code')
  const language = oneOf(
    field('code_language') ?? 'PYTHON',
    ['PYTHON', 'JAVASCRIPT'] as const,
    'code_language',
  )
  return {
    type,
    columnIds: columnIds(field('column_ids'), field('column_names'), columns),
    tokens: tokensOf(
      texts(field('true_values'), 'true_values'),
      texts(field('false_values'), 'false_values'),
    ),
    assertions: oneOf(field('assertion_aggregation') ?? 'mean', aggregations, 'assertion_aggregation'),
    code: code === null ? null : { text: code, language },
    winner: readWinner(field('aggregate'), columns),
  }
}

function columnIds(ids: unknown, names: unknown, columns: readonly NamedColumn[]): string[] {
  const byId = (texts(ids, 'column_ids') ?? []).map((id) => {
    if (!columns.some((column) => column.id === id))
      throw badField('column_ids', `The sheet has no column ${id}`)
    return id
  })
  const byName = (texts(names, 'column_names') ?? []).map((name) => {
    const titled = columns.filter(({ title }) => title === name)
    if (titled.length === 1) return titled[0]!.id
    const reason =
      titled.length === 0 ? 'and there is no such column' : `and ${titled.length} columns have that title`
    throw badField('column_names', `column_names has "${name}", ${reason}`)
  })
  return [...new Set([...byId, ...byName])]
}

function readWinner(winnerInput: unknown, columns: readonly NamedColumn[]): Winner | null {
  if (winnerInput === null) return null
  const field = 'score_config.aggregate'
  if (!isFields(winnerInput)) throw badField(field, `${field} must be an object with kind and column_id`)
  const columnOf = (name: string): string => {
    const column = columns.find(({ id }) => id === winnerInput[name])
    if (!column)
      throw badField(`${field}.${name}`, `${field}.${name} must be the id of a column of the sheet`)
    return column.id
  }
  return {
    column: columnOf('column_id'),
    kind: oneOf(winnerInput['kind'], winnerKinds, `${field}.kind`),
    label: winnerInput['label_column_id'] == null ? null : columnOf('label_column_id'),
  }
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], field: string): T {
  const choice = allowed.find((candidate) => candidate === value)
  if (choice === undefined) throw badField(field, `${field} must be one of ${allowed.join(', ')}`)
  return choice
}

function texts(value: unknown, field: string): string[] | null {
  if (value === null) return null
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw badField(field, `${field} must be a list of texts`)
  return value as string[]
}

function text(value: unknown, field: string): string | null {
  if (value === null) return null
  if (typeof value !== 'string' || value === '') throw badField(field, `${field} must be a text`)
  return value
}

const object = (value: unknown): SentScore | null => (isFields(value) ? value : null)
