import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { type Config, valueAt } from './config.ts'
import type { FieldSpec } from './field-spec.ts'
import { forms } from './kinds.ts'

/** Column types that check a value. */
const checks: readonly ColumnTypeName[] = [
  'COMPARE',
  'CONTAINS',
  'REGEX',
  'LLM_ASSERTION',
  'ASSERT_VALID',
  'TRAJECTORY',
  'COUNT',
  'MATH_OPERATOR',
]

/** The rule of a check as the labels and values of its form; empty for other types. */
export const ruleOf = (type: ColumnTypeName, config: Config): readonly (readonly [string, string])[] =>
  !checks.includes(type)
    ? []
    : forms[type].fields
        .filter((field) => !field.when || field.when(config))
        .flatMap((field) => {
          const text = textIn(field, config)
          return text === undefined || text === '' ? [] : [[field.label, text] as const]
        })

function textIn(field: FieldSpec, config: Config): string | undefined {
  const value = valueAt(config, field.path)
  switch (field.kind) {
    case 'either':
      return value === undefined || value === null ? textOf(valueAt(config, field.valuePath)) : textOf(value)
    case 'choice':
      return field.choices.find((choice) => choice.value === (value ?? field.defaultValue))?.label
    case 'switch':
      return value === true ? 'Yes' : undefined
    case 'column':
    case 'line':
    case 'pattern':
    case 'text':
    case 'number':
    case 'lines':
      return textOf(value)
    default:
      return undefined
  }
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
