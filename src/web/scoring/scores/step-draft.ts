import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { type Config, type FieldOf, forms } from '../../columns/forms.ts'
import type { Step } from './criteria.ts'

/** A step as it is edited; without an id it is a new one. */
export interface SentStep {
  /** Stays with it wherever it is moved to. */
  readonly key: string
  readonly id?: string
  readonly title: string
  readonly primitive_type: Step['primitive_type']
  readonly primitive_config: Config
  readonly weight: number
  readonly required: boolean
  readonly thresholds: { readonly pass: number; readonly warn: number }
  readonly score_adapter: Record<string, unknown> | null
  readonly description: string | null
  readonly target_column_id: string | null
  readonly evidence_mode: Step['evidence_mode']
}

export const draftOf = (step: Step): SentStep => ({
  key: step.id,
  id: step.id,
  title: step.title,
  primitive_type: step.primitive_type,
  primitive_config: step.primitive_config,
  weight: step.weight,
  required: step.required,
  thresholds: step.thresholds,
  score_adapter: step.score_adapter,
  description: step.description,
  target_column_id: step.target_column_id,
  evidence_mode: step.evidence_mode,
})

/** What of a step is sent; which columns it reads, the server finds in its config. */
export const sentStep = (step: SentStep, order_index: number) => ({
  ...(step.id !== undefined && { id: step.id }),
  title: step.title,
  primitive_type: step.primitive_type,
  primitive_config: { ...step.primitive_config },
  weight: step.weight,
  required: step.required,
  thresholds: step.thresholds,
  score_adapter: step.score_adapter,
  description: step.description,
  target_column_id: step.target_column_id,
  evidence_mode: step.evidence_mode,
  order_index,
})

/** The steps with one of them in another place. */
export const movedStep = (steps: readonly SentStep[], from: number, to: number): readonly SentStep[] =>
  to < 0 || to >= steps.length || from === to
    ? steps
    : steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!)

const trace: FieldOf = { kind: 'column', path: 'source', label: 'Column with a trace' }

const aggregate: readonly FieldOf[] = [
  { kind: 'column', path: 'source', label: 'Column' },
  {
    kind: 'choice',
    path: 'aggregation_type',
    label: 'Takes',
    choices: [
      { value: 'average_value', label: 'The average, or the share of true' },
      { value: 'most_frequent_value', label: 'The most frequent value' },
      { value: 'min_value', label: 'The smallest value' },
      { value: 'max_value', label: 'The largest value' },
    ],
  },
  { kind: 'number', path: 'score_max', label: 'Full score', placeholder: '1' },
  {
    kind: 'column',
    path: 'label_source',
    label: 'Named by',
    hint: 'A column that tells whose value it is.',
    isOptional: true,
    isMore: true,
  },
  {
    kind: 'choice',
    path: 'score_mode',
    label: 'In the score',
    standard: '',
    choices: [
      { value: '', label: 'It counts' },
      { value: 'info', label: 'It is shown alone' },
    ],
    isMore: true,
  },
  {
    kind: 'choice',
    path: 'score_type',
    label: 'Values are',
    standard: 'auto',
    choices: [
      { value: 'auto', label: 'Truths or numbers, as they come' },
      { value: 'boolean', label: 'Truths alone' },
      { value: 'numeric', label: 'Numbers alone' },
    ],
    isMore: true,
  },
  {
    kind: 'choice',
    path: 'assertion_aggregation',
    label: 'Several assertions in a cell',
    standard: 'mean',
    choices: [
      { value: 'mean', label: 'Their share that holds' },
      { value: 'all', label: 'All must hold' },
      { value: 'any', label: 'One must hold' },
      { value: 'none', label: 'None may hold' },
    ],
    isMore: true,
  },
  {
    kind: 'lines',
    path: 'true_values',
    label: 'Words that are true',
    hint: 'One on each line; none: the usual ones.',
    isMore: true,
  },
  { kind: 'lines', path: 'false_values', label: 'Words that are false', isMore: true },
]

type Primitive = Step['primitive_type']

interface StepKind {
  readonly name: string
  readonly fields: readonly FieldOf[]
  readonly start: Config
}

const asColumn = (type: ColumnTypeName, name: string): StepKind => ({
  name,
  fields: forms[type].fields,
  start: forms[type].start ?? {},
})

/** What each step is called and asked; most are the checks that columns do. */
export const stepKinds: Readonly<Record<Primitive, StepKind>> = {
  COLUMN_AGGREGATE: {
    name: 'What a column says',
    fields: aggregate,
    start: { aggregation_type: 'average_value' },
  },
  COMPARE: asColumn('COMPARE', 'Compare'),
  CONTAINS: asColumn('CONTAINS', 'Contains'),
  REGEX: asColumn('REGEX', 'Matches a pattern'),
  ASSERT_VALID: asColumn('ASSERT_VALID', 'Is valid'),
  LLM_ASSERTION: asColumn('LLM_ASSERTION', 'Judged by a model'),
  CODE_EXECUTION: asColumn('CODE_EXECUTION', 'Code'),
  COUNT: asColumn('COUNT', 'Count within bounds'),
  STRUCTURE: {
    name: 'JSON of a schema',
    fields: [
      { kind: 'column', path: 'source', label: 'Column' },
      { kind: 'json', path: 'json_schema', label: 'JSON Schema' },
    ],
    start: {},
  },
  TRAJECTORY: asColumn('TRAJECTORY', 'Trajectory'),
  TOOL_EVALUATOR: {
    name: 'Expected tools called',
    fields: [
      trace,
      { kind: 'lines', path: 'expected_tools', label: 'Expected tools', hint: 'One on each line.' },
    ],
    start: {},
  },
  MAX_TOOL_CALLS: {
    name: 'Tool calls at most',
    fields: [trace, { kind: 'number', path: 'max_calls', label: 'At most' }],
    start: {},
  },
  NO_INVALID_TOOL_CALLS: {
    name: 'Only allowed tools called',
    fields: [
      trace,
      { kind: 'lines', path: 'allowed_tools', label: 'Allowed tools', hint: 'One on each line.' },
    ],
    start: {},
  },
}

let made = 0

export const newStep = (primitive: Primitive): SentStep => ({
  key: `new ${made++}`,
  title: '',
  primitive_type: primitive,
  primitive_config: stepKinds[primitive].start,
  weight: 1,
  required: false,
  thresholds: { pass: 0.8, warn: 0.6 },
  score_adapter: null,
  description: null,
  target_column_id: null,
  evidence_mode: 'summary',
})
