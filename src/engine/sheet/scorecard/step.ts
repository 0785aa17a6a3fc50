import { isFields } from '../../json/fields.ts'
import type { Json } from '../../json/json.ts'
import { badField } from '../../refusal.ts'

/** Kinds of checks. Source: columns.md 2.10. */
export const primitives = [
  'COLUMN_AGGREGATE',
  'CONTAINS',
  'REGEX',
  'ASSERT_VALID',
  'COMPARE',
  'LLM_ASSERTION',
  'CODE_EXECUTION',
  'TOOL_EVALUATOR',
  'STRUCTURE',
  'MAX_TOOL_CALLS',
  'NO_INVALID_TOOL_CALLS',
  'COUNT',
  'TRAJECTORY',
] as const

export type Primitive = (typeof primitives)[number]

export type Verdict = 'pass' | 'warn' | 'fail' | 'error' | 'skipped'

export interface Thresholds {
  readonly pass: number
  readonly warn: number
}

export type StepConfig = Readonly<Record<string, Json>>

export interface Step {
  readonly id: string
  readonly title: string
  readonly primitive: Primitive
  readonly config: StepConfig
  /** 0: the step is shown, but does not count in the mean. */
  readonly weight: number
  readonly required: boolean
  readonly thresholds: Thresholds
  readonly adapter: ScoreAdapter | null
  /** Equal for steps that check the same in the same way; weights and thresholds are left out. */
  readonly configHash: string
}

/** Maps a value outside 0..1 to a score. */
export type ScoreAdapter =
  | { readonly type: 'linear'; readonly min: number; readonly max: number; readonly invert: boolean }
  | { readonly type: 'labels'; readonly labels: ReadonlyMap<string, number> }

export interface Aggregation {
  readonly method: 'weighted_mean'
  readonly requiredStepFailure: 'fail' | 'warn' | 'error'
  readonly thresholds: Thresholds
}

export const DEFAULT_THRESHOLDS: Thresholds = { pass: 0.8, warn: 0.6 }

type FieldsInput = Readonly<Record<string, unknown>>

/**
 * Reads `aggregation`; the defaults are `pass_threshold` 0.8 and `warn_threshold` 0.6.
 * @throws Refusal 'bad_request' naming the field.
 */
export function readAggregation(input: FieldsInput): Aggregation {
  const method = input['method'] ?? 'weighted_mean'
  if (method !== 'weighted_mean')
    throw badField('aggregation.method', 'aggregation.method must be weighted_mean')
  const behavior = input['required_step_failure_behavior'] ?? 'fail'
  if (behavior !== 'fail' && behavior !== 'warn' && behavior !== 'error')
    throw badField(
      'aggregation.required_step_failure_behavior',
      'aggregation.required_step_failure_behavior must be fail, warn or error',
    )
  return { method, requiredStepFailure: behavior, thresholds: readThresholds(input, 'aggregation') }
}

/**
 * Reads `pass` and `warn`, or `pass_threshold` and `warn_threshold`, as aggregations and the types of the Python SDK
 * spell them. If one is absent it equals the other.
 * @throws Refusal 'bad_request' unless 0 <= warn <= pass <= 1.
 */
export function readThresholds(input: FieldsInput | null, field: string): Thresholds {
  const number = (name: string): number | null => {
    const value = input?.[name] ?? input?.[`${name}_threshold`] ?? null
    if (value === null) return null
    if (typeof value === 'number' && value >= 0 && value <= 1) return value
    const fieldName = input?.[name] == null ? `${name}_threshold` : name
    throw badField(`${field}.${fieldName}`, `${field}.${fieldName}: must be a number from 0 to 1`)
  }
  const [sentPass, sentWarn] = [number('pass'), number('warn')]
  const pass = sentPass ?? Math.max(DEFAULT_THRESHOLDS.pass, sentWarn ?? 0)
  const warn = sentWarn ?? Math.min(DEFAULT_THRESHOLDS.warn, pass)
  if (warn > pass)
    throw badField(field, `The warn threshold of ${field} must not be above the pass threshold`)
  return { pass, warn }
}

/** @throws Refusal 'bad_request' for a negative or non-numeric weight. */
export function readWeight(input: unknown, field: string): number {
  const weight = input ?? 1
  if (typeof weight === 'number' && Number.isFinite(weight) && weight >= 0) return weight
  throw badField(field, `${field} must be a number of 0 or more`)
}

/**
 * `{type: 'linear', min, max, invert}` or `{type: 'labels', labels: {text: score}}`; null for none.
 * @throws Refusal 'bad_request' for anything else.
 */
export function readAdapter(input: FieldsInput | null, field: string): ScoreAdapter | null {
  if (input === null || Object.keys(input).length === 0) return null
  const { type, min, max, invert, labels } = input
  if (type === 'linear') {
    if (typeof min === 'number' && typeof max === 'number' && min < max)
      return { type, min, max, invert: invert === true }
    throw badField(field, `${field} needs the numbers min and max, min below max`)
  }
  if (type === 'labels' && isFields(labels)) {
    const entries = Object.entries(labels).map(
      ([label, score]) => [label.trim().toLowerCase(), score] as const,
    )
    if (entries.every(([, score]) => typeof score === 'number' && score >= 0 && score <= 1))
      return { type, labels: new Map(entries as [string, number][]) }
  }
  throw badField(
    field,
    `${field} must be of type linear, with min and max, or labels, with scores from 0 to 1`,
  )
}
