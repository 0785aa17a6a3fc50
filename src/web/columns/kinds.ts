import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { complete } from './complete.ts'
import { configFields, paidTypes } from './config-fields.ts'
import type { FieldSpec } from './field-spec.ts'
import type { Form } from './form.ts'
import { checks } from './forms/checks.ts'
import { combines } from './forms/combines.ts'
import { extracts } from './forms/extracts.ts'
import { measures } from './forms/measures.ts'
import { runs } from './forms/runs.ts'

/** The complete form of a type. */
interface CompleteForm extends Pick<Form, 'start' | 'opened' | 'hidden'> {
  readonly fields: readonly FieldSpec[]
}

const formByType: Readonly<Record<ColumnTypeName, Form>> = {
  ...runs,
  ...checks,
  ...extracts,
  ...measures,
  ...combines,
}

export const forms = Object.fromEntries(
  Object.entries(formByType).map(([type, form]) => [
    type,
    { ...form, fields: complete(configFields[type as ColumnTypeName], form.fields, form.hidden ?? {}) },
  ]),
) as Readonly<Record<ColumnTypeName, CompleteForm>>

/** A new column of such a type runs only on request. */
export const isPaid = (type: ColumnTypeName): boolean => paidTypes.includes(type)

export const groups: readonly { readonly name: string; readonly types: readonly ColumnTypeName[] }[] = [
  { name: 'Enter values', types: ['TEXT', 'VARIABLE', 'TRACE'] },
  { name: 'Ask a person', types: ['HUMAN'] },
  {
    name: 'Call a model, code or a service',
    types: [
      ...(['PROMPT_TEMPLATE', 'CODE_EXECUTION', 'ENDPOINT', 'MCP', 'WORKFLOW'] as const),
      ...(['CONVERSATION_SIMULATOR', 'COMPOSITION'] as const),
    ],
  },
  {
    name: 'Check an answer',
    types: ['COMPARE', 'CONTAINS', 'REGEX', 'LLM_ASSERTION', 'ASSERT_VALID', 'TRAJECTORY'],
  },
  {
    name: 'Take a part out',
    types: ['JSON_PATH', 'XML_PATH', 'REGEX_EXTRACTION', 'AI_DATA_EXTRACTION', 'PARSE_VALUE'],
  },
  {
    name: 'Measure and calculate',
    types: ['COUNT', 'COSINE_SIMILARITY', 'ABSOLUTE_NUMERIC_DISTANCE', 'MATH_OPERATOR', 'MIN_MAX'],
  },
  { name: 'Transform', types: ['COMBINE_COLUMNS', 'COALESCE', 'APPLY_DIFF'] },
  { name: 'Decide and repeat', types: ['CONDITION', 'FOR_LOOP', 'WHILE_LOOP'] },
]
