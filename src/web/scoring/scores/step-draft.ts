import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { type Config, type FieldSpec, forms } from '../../columns/forms.ts'
import type { Column } from '../../sheets/index.ts'
import type { Step } from './criteria.ts'
import { asksForTrue } from './verdict-column.ts'

const stepFields = [
  'title',
  'primitive_type',
  'primitive_config',
  'weight',
  'required',
  'thresholds',
  'score_adapter',
  'description',
  'target_column_id',
  'evidence_mode',
] as const

type StepFields = Pick<Step, (typeof stepFields)[number]>

/** A step while it is edited; a new one has no id. */
export interface StepDraft extends StepFields {
  /** A key that stays the same when the step is moved. */
  readonly key: string
  readonly id?: string
}

const fieldsOf = (step: StepFields) =>
  Object.fromEntries(stepFields.map((field) => [field, step[field]])) as unknown as StepFields

export const draftOf = (step: Step): StepDraft => ({ key: step.id, id: step.id, ...fieldsOf(step) })

/** The step in the form of the API. The server derives the columns that the step reads from its config. */
export const stepBody = (step: StepDraft, order_index: number) => ({
  ...(step.id !== undefined && { id: step.id }),
  ...fieldsOf(step),
  order_index,
})

/** The column that a step reads first; a config names it by title or id. */
export function sourceOf(step: StepFields, columns: readonly Column[]): Column | undefined {
  const { source, sources } = step.primitive_config as { source?: unknown; sources?: readonly unknown[] }
  const name = source ?? sources?.[0]
  return columns.find(({ id, title }) => id === name || title === name)
}

/** The name of a step that has none: the name of its column, else of its kind. */
export const defaultName = (step: StepDraft, columns: readonly Column[]): string =>
  sourceOf(step, columns)?.title ?? stepKinds[step.primitive_type].name

/** The name of the kind of a step. Steps that ask whether their column is true are stored as comparisons. */
export const kindName = (step: StepFields): string =>
  asksForTrue(step) ? 'Verdicts of the column' : stepKinds[step.primitive_type].name

export const namedStep = (step: StepDraft, columns: readonly Column[]): StepDraft =>
  step.title.trim() === '' ? { ...step, title: defaultName(step, columns) } : step

/** The steps with one of them moved. */
export const movedStep = (steps: readonly StepDraft[], from: number, to: number): readonly StepDraft[] =>
  to < 0 || to >= steps.length || from === to
    ? steps
    : steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!)

const trace: FieldSpec = { kind: 'column', path: 'source', label: 'Column with a trace' }

const aggregate: readonly FieldSpec[] = [
  { kind: 'column', path: 'source', label: 'Column' },
  {
    kind: 'choice',
    path: 'aggregation_type',
    label: 'Aggregation',
    choices: [
      { value: 'average_value', label: 'Average, or share of true' },
      { value: 'most_frequent_value', label: 'Most frequent value' },
      { value: 'min_value', label: 'Smallest value' },
      { value: 'max_value', label: 'Largest value' },
    ],
  },
  { kind: 'number', path: 'score_max', label: 'Maximum score', placeholder: '1' },
  {
    kind: 'column',
    path: 'label_source',
    label: 'Label column',
    hint: 'Its cells name the values in the result.',
    isOptional: true,
    isMore: true,
  },
  {
    kind: 'choice',
    path: 'score_mode',
    label: 'In the score',
    defaultValue: '',
    choices: [
      { value: '', label: 'Counted' },
      { value: 'info', label: 'Shown only' },
    ],
    isMore: true,
  },
  {
    kind: 'choice',
    path: 'score_type',
    label: 'Values are',
    defaultValue: 'auto',
    choices: [
      { value: 'auto', label: 'True or false, or numbers' },
      { value: 'boolean', label: 'True or false only' },
      { value: 'numeric', label: 'Numbers only' },
    ],
    isMore: true,
  },
  {
    kind: 'choice',
    path: 'assertion_aggregation',
    label: 'Several assertions in a cell',
    defaultValue: 'mean',
    choices: [
      { value: 'mean', label: 'Share of assertions that pass' },
      { value: 'all', label: 'All must pass' },
      { value: 'any', label: 'One must pass' },
      { value: 'none', label: 'None may pass' },
    ],
    isMore: true,
  },
  {
    kind: 'lines',
    path: 'true_values',
    label: 'Words for true',
    hint: 'One on each line. Empty: true, yes, 1, pass and similar.',
    isMore: true,
  },
  { kind: 'lines', path: 'false_values', label: 'Words for false', isMore: true },
]

type Primitive = Step['primitive_type']

interface StepKind {
  readonly name: string
  readonly fields: readonly FieldSpec[]
  readonly start: Config
}

const asColumn = (type: ColumnTypeName, name: string): StepKind => ({
  name,
  fields: forms[type].fields,
  start: forms[type].start ?? {},
})

/** Name and fields of each kind of step; most kinds use the fields of a column type. */
export const stepKinds: Readonly<Record<Primitive, StepKind>> = {
  COLUMN_AGGREGATE: {
    name: 'Column values',
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
    name: 'Matches a JSON Schema',
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
    name: 'Maximum tool calls',
    fields: [trace, { kind: 'number', path: 'max_calls', label: 'Maximum' }],
    start: {},
  },
  NO_INVALID_TOOL_CALLS: {
    name: 'Only allowed tools called',
    fields: [
      trace,
      { kind: 'lines', path: 'allowed_tools', label: 'Allowed tools', hint: 'One on each line.' },
      {
        kind: 'json',
        path: 'schemas',
        label: 'Schemas of arguments',
        hint: 'The definitions of the tools, or JSON Schemas by tool name.',
      },
    ],
    start: {},
  },
}

let keyCount = 0

export const newStep = (primitive: Primitive): StepDraft => ({
  key: `new ${keyCount++}`,
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
