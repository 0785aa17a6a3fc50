import type { Json } from '../../json/json.ts'
import { badField, type Refusal } from '../../refusal.ts'
import type { AssertionAggregation, WinnerKind } from '../score/index.ts'
import type { Step, StepConfig } from './step.ts'
import type { ToolRule } from './tool-rules.ts'
import { readToolSchemas } from './tool-schemas.ts'

/**
 * Work of a step.
 * - column: compute this column type with this config for each row.
 * - tools: check the tool calls in the source's value for each row.
 * - aggregate: compute once over the whole column.
 */
export type StepTask =
  | { readonly kind: 'column'; readonly type: string; readonly config: StepConfig }
  | {
      readonly kind: 'tools'
      readonly source: string
      readonly rule: ToolRule
    }
  | AggregateTask

export interface AggregateTask {
  readonly kind: 'aggregate'
  readonly source: string
  readonly aggregation: 'average' | WinnerKind
  /** The value that is a full score. */
  readonly scoreMax: number
  readonly label: string | null
  /** True: the step is shown, but does not count in the mean. */
  readonly informational: boolean
  /** Texts that count as 1 and 0 in an average beside the defaults; null: the defaults. */
  readonly trueValues: readonly string[] | null
  readonly falseValues: readonly string[] | null
  /** Values that an average counts; auto: the kind that all values have. */
  readonly counts: 'auto' | 'boolean' | 'numeric'
  /** How several assertions in one cell count; none: they are left out. */
  readonly assertions: AssertionAggregation | 'none'
}

/** Options of COLUMN_AGGREGATE that migrated legacy scores need; the first is the default. */
export const countedTypes: readonly AggregateTask['counts'][] = ['auto', 'boolean', 'numeric']
export const assertionAggregations: readonly AggregateTask['assertions'][] = ['mean', 'all', 'any', 'none']

const aggregations: Readonly<Record<string, AggregateTask['aggregation']>> = {
  average_value: 'average',
  most_frequent_value: 'most_frequent',
  min_value: 'lowest',
  max_value: 'highest',
}

/** @throws Refusal 'bad_request' naming the missing or wrong field of the step's config. */
export function stepTask(step: Step): StepTask {
  const { config } = step
  switch (step.primitive) {
    case 'COLUMN_AGGREGATE':
      return aggregateTask(step)
    case 'STRUCTURE':
      return { kind: 'column', type: 'ASSERT_VALID', config: structureConfig(step) }
    case 'MAX_TOOL_CALLS':
      return tools(step, { kind: 'max calls', maxCalls: number(step, 'max_calls', null) })
    case 'NO_INVALID_TOOL_CALLS':
      return tools(step, allowedRule(step))
    case 'TOOL_EVALUATOR':
      return tools(step, { kind: 'overlap', expected: texts(step, 'expected_tools') })
    default:
      return { kind: 'column', type: step.primitive, config }
  }
}

function tools(step: Step, rule: ToolRule): StepTask {
  const source = step.config['source'] ?? step.config['trace_source']
  if (typeof source !== 'string' || source === '') throw invalidField(step, 'source', 'must name a column')
  return { kind: 'tools', source, rule }
}

/** The schema may be in `schema`, or where the column type has it. */
function structureConfig({ config }: Step): StepConfig {
  const { schema, ...rest } = config
  return { ...rest, type: 'json_schema', json_schema: rest['json_schema'] ?? schema ?? null }
}

function aggregateTask(step: Step): AggregateTask {
  const { config } = step
  const { source, label_source: label, score_mode: mode } = config
  const aggregation = Object.hasOwn(aggregations, String(config['aggregation_type']))
    ? aggregations[String(config['aggregation_type'])]
    : undefined
  if (typeof source !== 'string' || source === '') throw invalidField(step, 'source', 'must name a column')
  if (!aggregation)
    throw invalidField(step, 'aggregation_type', `must be one of ${Object.keys(aggregations).join(', ')}`)
  const scoreMax = number(step, 'score_max', 1)
  if (scoreMax <= 0) throw invalidField(step, 'score_max', 'must be above 0')
  return {
    kind: 'aggregate',
    source,
    aggregation,
    scoreMax,
    label: typeof label === 'string' && label !== '' ? label : null,
    informational: mode === 'info',
    trueValues: config['true_values'] == null ? null : texts(step, 'true_values'),
    falseValues: config['false_values'] == null ? null : texts(step, 'false_values'),
    counts: countedTypes.find((type) => type === config['score_type']) ?? 'auto',
    assertions: assertionAggregations.find((how) => how === config['assertion_aggregation']) ?? 'mean',
  }
}

function number(step: Step, name: string, defaultValue: number | null): number {
  const value: Json = step.config[name] ?? defaultValue
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  throw invalidField(step, name, 'must be a number of 0 or more')
}

function texts(step: Step, name: string): readonly string[] {
  const value = step.config[name]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value as string[]
  throw invalidField(step, name, 'must be a list of texts')
}

/**
 * The tools of `allowed_tools`, else those of `schemas`: a list of definitions, or an object of definitions or schemas
 * by name.
 */
function allowedRule(step: Step): ToolRule {
  const { schemas: sent, allowed_tools: allowed } = step.config
  const schemas = sent == null || typeof sent !== 'object' ? new Map() : readToolSchemas(sent)
  if (schemas === null) throw invalidField(step, 'schemas', 'must be definitions with a name')
  const tools = allowed != null || sent == null ? texts(step, 'allowed_tools') : [...schemas.keys()]
  return { kind: 'allowed', tools, schemas }
}

const invalidField = (step: Step, name: string, rest: string): Refusal =>
  badField(`primitive_config.${name}`, `Step "${step.title}": ${name} ${rest}`)
