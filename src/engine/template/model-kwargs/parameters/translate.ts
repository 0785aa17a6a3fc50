import { isFields } from '../../../json/fields.ts'
import { type Kwargs, mergeKwargs, without } from '../common/kwargs.ts'
import { type Dialect, isLenient } from './dialect.ts'
import { type Meaning, meaningOf, names } from './meaning.ts'

/** Objects that hold parameters for Google and Bedrock; their content counts as flat. */
const containers = [
  'generation_config',
  'generationConfig',
  'inferenceConfig',
  'inference_config',
  'additionalModelRequestFields',
]

export const flattenContainers = (parameters: Kwargs): Kwargs => {
  const contents = containers.map((key) => parameters[key]).filter(isFields)
  return mergeKwargs(...contents, without(parameters, containers))
}

/** Drops the parameters with these meanings, in any spelling. */
export const withoutMeanings = (parameters: Kwargs, meanings: ReadonlySet<Meaning | null>): Kwargs =>
  Object.fromEntries(
    Object.entries(parameters).filter(([key]) => {
      const meaning = meaningOf(key)
      return meaning === null || !meanings.has(meaning)
    }),
  )

/**
 * The parameters under the dialect's names. A parameter that the dialect does not support is dropped, unless its endpoint is
 * lenient; one without a known meaning goes through `unknown`.
 */
export const translateParameters = (
  parameters: Kwargs,
  dialect: Dialect,
  unknown: (key: string, value: unknown) => Kwargs,
): Kwargs => {
  const translations = Object.entries(parameters).map(([key, value]) => {
    const meaning = meaningOf(key)
    const name = meaning && nameIn(dialect, meaning, key)
    if (name) return { [name]: valueFor(name, value) }
    return meaning && !isLenient(dialect) ? {} : unknown(key, value)
  })
  // Spreading into `mergeKwargs` would overflow the stack with as many keys as a caller may send.
  return Object.fromEntries(translations.flatMap(Object.entries))
}

/** Compatible endpoints may support OpenAI's newer name of the limit, so it is kept. */
const nameIn = (dialect: Dialect, meaning: Meaning, key: string): string | undefined =>
  dialect === 'compatible' && key === 'max_completion_tokens' ? key : names[dialect][meaning]

const valueFor = (name: string, value: unknown): unknown => {
  if (name.toLowerCase().startsWith('stop') && name !== 'stop' && typeof value === 'string') return [value]
  return name === 'reasoning' ? { effort: value } : value
}
