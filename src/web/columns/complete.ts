import type { ConfigField } from '../../engine/columns/config/describe.ts'
import { configPathsOf } from './config-paths.ts'
import type { Drawn, FieldOf, Worded } from './field-of.ts'

const inWords = (path: string): string => {
  const words = path.split('.').at(-1)!.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * The form of a schema: first the hand-written fields in their order, then a generated control for every other field, so
 * that all can be edited.
 */
export function complete(
  places: readonly ConfigField[],
  drawn: readonly Drawn[],
  hidden: Readonly<Record<string, string>>,
): readonly FieldOf[] {
  const fields = drawn.map((one) => (one.kind === undefined ? worded(placeAt(places, one.path), one) : one))
  const drawnPaths = new Set([...fields.flatMap(configPathsOf), ...Object.keys(hidden)])
  const undrawn = places.filter(({ path }) => !drawnPaths.has(path))
  return [
    ...fields,
    ...undrawn.map((field) =>
      worded(field, {
        path: field.path,
        label: inWords(field.path),
        ...(field.optional && { isMore: true }),
      }),
    ),
  ]
}

function placeAt(places: readonly ConfigField[], path: string): ConfigField {
  const field = places.find((candidate) => candidate.path === path)
  if (!field) throw new Error(`No config has a ${path}.`)
  return field
}

function worded(configField: ConfigField, drawn: Worded): FieldOf {
  const { kind: _none, placeholder, words, none, standard, chosen, as, ...common } = drawn
  const placeholderField = placeholder === undefined ? {} : { placeholder }
  const kind = as ?? configField.kind
  switch (kind) {
    case 'column':
      return { ...common, kind, ...(configField.optional && { isOptional: true }) }
    case 'columns':
      return {
        ...common,
        kind,
        least: configField.least ?? 1,
        ...(configField.most !== undefined && { most: configField.most }),
      }
    case 'mapping':
      return { ...common, kind, names: 'variables' }
    case 'texts':
      return { ...common, kind: 'mapping', names: 'headers' }
    case 'parameters':
      return { ...common, kind: 'mapping', names: 'parameters' }
    case 'switch':
      return { ...common, kind, ...(configField.standard === true && { standard: true }) }
    case 'choice':
      return {
        ...common,
        kind,
        ...choicesOf(configField, { words, none, standard }),
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
  { choices = [], optional, standard: schemaDefault }: ConfigField,
  { words = {}, none, standard }: Pick<Worded, 'words' | 'none' | 'standard'>,
) {
  const order = Object.keys(words)
  const all = [...choices].sort((one, other) => order.indexOf(one) - order.indexOf(other))
  const counts = standard ?? (schemaDefault === undefined ? undefined : String(schemaDefault))
  const empty = none ?? (optional && counts === undefined ? 'Not said' : undefined)
  return {
    choices: [
      ...(empty === undefined ? [] : [{ value: '', label: empty }]),
      ...all.map((value) => ({ value, label: words[value] ?? inWords(value) })),
    ],
    ...((counts ?? empty) !== undefined && { standard: counts ?? '' }),
  }
}

/** Bounds of the number type itself are not shown. */
const farthest = 1_000_000

function rangeOf({ least, most }: ConfigField): { hint?: string } {
  const write = (value: number) => value.toLocaleString('en')
  if (most !== undefined && most <= farthest)
    return { hint: `${least === undefined ? 'Up to' : `${write(least)} to`} ${write(most)}.` }
  return {}
}
