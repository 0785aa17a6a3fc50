import type { ConfigField } from '../../engine/columns/config/describe.ts'
import { configPathsOf } from './config-paths.ts'
import type { FieldSpec, HandwrittenField, LabelledField } from './field-spec.ts'

const labelOf = (path: string): string => {
  const words = path.split('.').at(-1)!.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * The form of a schema: first the hand-written fields in their order, then a generated control for every other field, so
 * that all can be edited.
 */
export function complete(
  configFields: readonly ConfigField[],
  handwritten: readonly HandwrittenField[],
  hidden: Readonly<Record<string, string>>,
): readonly FieldSpec[] {
  const fields = handwritten.map((field) =>
    field.kind === undefined ? labelled(configFieldAt(configFields, field.path), field) : field,
  )
  const coveredPaths = new Set([...fields.flatMap(configPathsOf), ...Object.keys(hidden)])
  const others = configFields.filter(({ path }) => !coveredPaths.has(path))
  return [
    ...fields,
    ...others.map((field) =>
      labelled(field, {
        path: field.path,
        label: labelOf(field.path),
        ...(field.optional && { isMore: true }),
      }),
    ),
  ]
}

function configFieldAt(configFields: readonly ConfigField[], path: string): ConfigField {
  const field = configFields.find((candidate) => candidate.path === path)
  if (!field) throw new Error(`No config has a ${path}.`)
  return field
}

/** A field of the schema as a control, with hand-written labels. */
function labelled(configField: ConfigField, labels: LabelledField): FieldSpec {
  const { kind: _none, placeholder, words, none, defaultValue, chosen, as, ...common } = labels
  const placeholderField = placeholder === undefined ? {} : { placeholder }
  const kind = as ?? configField.kind
  switch (kind) {
    case 'column':
      return { ...common, kind, ...(configField.optional && { isOptional: true }) }
    case 'columns':
      return {
        ...common,
        kind,
        minimum: configField.minimum ?? 1,
        ...(configField.maximum !== undefined && { maximum: configField.maximum }),
      }
    case 'mapping':
      return { ...common, kind, names: 'variables' }
    case 'texts':
      return { ...common, kind: 'mapping', names: 'headers' }
    case 'parameters':
      return { ...common, kind: 'mapping', names: 'parameters' }
    case 'switch':
      return { ...common, kind, ...(configField.defaultValue === true && { defaultValue: true }) }
    case 'choice':
      return {
        ...common,
        kind,
        ...choicesOf(configField, { words, none, defaultValue }),
        ...(chosen && { chosen }),
      }
    case 'number':
      return { ...common, kind, ...placeholderField, ...(common.hint === undefined && rangeOf(configField)) }
    case 'line':
    case 'text':
    case 'pattern':
      return { ...common, kind, ...placeholderField }
    default:
      return { ...common, kind }
  }
}

function choicesOf(
  { choices = [], optional, defaultValue: schemaDefault }: ConfigField,
  { words = {}, none, defaultValue: statedDefault }: Pick<LabelledField, 'words' | 'none' | 'defaultValue'>,
) {
  const order = Object.keys(words)
  const all = [...choices].sort((left, right) => order.indexOf(left) - order.indexOf(right))
  const defaultValue = statedDefault ?? (schemaDefault === undefined ? undefined : String(schemaDefault))
  const emptyLabel = none ?? (optional && defaultValue === undefined ? 'Not set' : undefined)
  return {
    choices: [
      ...(emptyLabel === undefined ? [] : [{ value: '', label: emptyLabel }]),
      ...all.map((value) => ({ value, label: words[value] ?? labelOf(value) })),
    ],
    ...((defaultValue ?? emptyLabel) !== undefined && { defaultValue: defaultValue ?? '' }),
  }
}

/** Larger bounds are those of the number type itself; they are not shown. */
const maxShownBound = 1_000_000

function rangeOf({ minimum, maximum }: ConfigField): { hint?: string } {
  const format = (value: number) => value.toLocaleString('en')
  if (maximum !== undefined && maximum <= maxShownBound)
    return { hint: `${minimum === undefined ? 'Up to' : `${format(minimum)} to`} ${format(maximum)}.` }
  return {}
}
