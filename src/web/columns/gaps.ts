import type { ConfigField } from '../../engine/columns/config/describe.ts'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { isBlank } from '../prompts/values.ts'
import { type Config, valueAt } from './config.ts'
import { configFields } from './config-fields.ts'
import type { FieldSpec } from './field-spec.ts'
import { forms } from './kinds.ts'

/** The path of a control, and the message about its missing or invalid value. */
type Gap = readonly [path: string, message: string]

/**
 * The missing values and invalid numbers of a config, by the path of their control. The server checks the config too, but
 * names one field at a time.
 */
export function gapsOf(type: ColumnTypeName, config: Config): ReadonlyMap<string, string> {
  const schema = configFields[type]
  const visibleFields = forms[type].fields.filter((field) => !field.when || field.when(config))
  return new Map(visibleFields.flatMap((field) => gapsIn(field, config, schema)))
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A required part of an optional object, such as a scale, may be missing with the object. */
const hasParent = (config: Config, path: string): boolean =>
  !path.includes('.') || valueAt(config, path.slice(0, path.lastIndexOf('.'))) !== undefined

function gapsIn(field: FieldSpec, config: Config, schema: readonly ConfigField[]): readonly Gap[] {
  const { path } = field
  const configField = schema.find((candidate) => candidate.path === path)
  const isRequired = configField?.optional === false && hasParent(config, path)
  const missing = (message: string, at = path): readonly Gap[] =>
    isMissing(valueAt(config, at)) ? [[at, message]] : []
  switch (field.kind) {
    case 'column':
      return field.isOptional ? [] : missing('Choose a column.')
    case 'columns':
      return columnsGap(field, list(valueAt(config, path)).filter((value) => !isMissing(value)).length)
    case 'either':
      return field.isMore ? [] : eitherGap(field, config)
    case 'prompt':
      return promptGap(field.inLoop ? `${path}.` : '', config)
    case 'workflow': {
      const base = field.inLoop ? `${path}.` : ''
      return isMissing(valueAt(config, `${base}workflow_version_id`))
        ? missing('Choose a workflow.', `${base}workflow_id`)
        : []
    }
    case 'mcp':
      return [...missing('Choose a server.'), ...missing('Choose a tool.', 'tool_name')]
    case 'composition':
      return compositionGap(config)
    case 'conditions':
      return list(valueAt(config, path)).flatMap((condition, index) =>
        conditionGap(`${path}.${index}`, condition as Config),
      )
    case 'number':
      return numberGap(path, valueAt(config, path), isRequired, configField)
    case 'choice':
      return isRequired && field.defaultValue === undefined ? missing('Choose a value.') : []
    case 'line':
    case 'text':
    case 'pattern':
    case 'code':
    case 'json':
      return isRequired ? missing('Enter a value.') : []
    default:
      return []
  }
}

function columnsGap(
  { path, minimum, maximum }: Extract<FieldSpec, { kind: 'columns' }>,
  filled: number,
): readonly Gap[] {
  if (filled >= minimum) return []
  if (minimum === 1) return [[path, 'Choose a column.']]
  return [[path, `Choose ${minimum === maximum ? '' : 'at least '}${minimum} columns.`]]
}

function eitherGap(
  { path, valuePath }: Extract<FieldSpec, { kind: 'either' }>,
  config: Config,
): readonly Gap[] {
  const value = valueAt(config, valuePath)
  const hasValue = Array.isArray(value) ? value.length > 0 : value !== undefined
  return hasValue || !isMissing(valueAt(config, path))
    ? []
    : [[valuePath, 'Enter a value, or choose a column above.']]
}

const inline = 'inline_template'

function promptGap(base: string, config: Config): readonly Gap[] {
  const at = (path: string) => valueAt(config, base + path)
  if (isMissing(at(inline)))
    return isMissing(at('template.name')) && isMissing(at('template.id'))
      ? [[`${base}template`, 'Choose a prompt, or write one here.']]
      : []
  const hasModel = !isMissing(at(`${inline}.metadata.model.name`)) || !isMissing(at('engine.model'))
  const template = at(`${inline}.prompt_template`) as PromptTemplate | undefined
  return [
    ...(template && !isBlank(template)
      ? []
      : [[`${base}${inline}.prompt_template`, 'Write a message.'] as const]),
    ...(hasModel ? [] : [[`${base}${inline}.metadata.model`, 'Choose a model.'] as const]),
  ]
}

function compositionGap(config: Config): readonly Gap[] {
  if (!isMissing(config['source']) || !isMissing(config['column_id'])) return []
  if (isMissing(config['table_id'])) return [['table_id', 'Choose a table.']]
  if (isMissing(config['sheet_id'])) return [['sheet_id', 'Choose a sheet.']]
  return [['column_id', 'Choose a column.']]
}

function conditionGap(path: string, condition: Config): readonly Gap[] {
  const hasRight = condition['operator'] !== 'is_null' && condition['operator'] !== 'is_not_null'
  return ['left_config', ...(hasRight ? ['right_config'] : [])].flatMap((side): readonly Gap[] =>
    isMissing(valueAt(condition, `${side}.source`)) &&
    valueAt(condition, `${side}.static_value`) === undefined
      ? [[`${path}.${side}`, 'Choose a column, or enter a value.']]
      : [],
  )
}

function numberGap(
  path: string,
  value: unknown,
  isRequired: boolean,
  configField: ConfigField | undefined,
): readonly Gap[] {
  if (isMissing(value)) return isRequired ? [[path, 'Enter a number.']] : []
  const problem = numberProblem(value, configField ?? {})
  return problem === undefined ? [] : [[path, problem]]
}

/** The problem of a number; undefined if it is valid. A text is an input that could not be parsed as a number. */
export function numberProblem(
  value: unknown,
  { minimum, maximum }: Pick<ConfigField, 'minimum' | 'maximum'>,
): string | undefined {
  if (typeof value === 'string') return 'Must be a number.'
  if (typeof value !== 'number') return undefined
  if (minimum !== undefined && value < minimum) return `Must be at least ${minimum}.`
  if (maximum !== undefined && value > maximum) return `Must be at most ${maximum}.`
  return undefined
}
