import { isFields } from '../../../json/fields.ts'
import { joined, type Kwargs, without } from '../common/kwargs.ts'
import { type Dialect, isLenient } from './dialect.ts'
import { type Meaning, meaningOf, names } from './meaning.ts'

/** Objects in which Google and Bedrock keep parameters; their content counts as given flat. */
const containers = [
  'generation_config',
  'generationConfig',
  'inferenceConfig',
  'inference_config',
  'additionalModelRequestFields',
]

export const lifted = (parameters: Kwargs): Kwargs => {
  const held = containers.map((key) => parameters[key]).filter(isFields)
  return joined(...held, without(parameters, containers))
}

/** Without the parameters that mean any of these things, however they are spelt. */
export const withoutMeanings = (parameters: Kwargs, meanings: ReadonlySet<Meaning | null>): Kwargs =>
  Object.fromEntries(
    Object.entries(parameters).filter(([key]) => {
      const meaning = meaningOf(key)
      return meaning === null || !meanings.has(meaning)
    }),
  )

/**
 * The parameters under the dialect's own names. One whose meaning the dialect does not know is left
 * out, unless its endpoint is lenient; one without a meaning of ours goes through `unknown`.
 */
export const translated = (
  parameters: Kwargs,
  dialect: Dialect,
  unknown: (key: string, value: unknown) => Kwargs,
): Kwargs => {
  const said = Object.entries(parameters).map(([key, value]) => {
    const meaning = meaningOf(key)
    const name = meaning && nameIn(dialect, meaning, key)
    if (name) return { [name]: valueFor(name, value) }
    return meaning && !isLenient(dialect) ? {} : unknown(key, value)
  })
  // Not `joined`: a call with as many arguments as a caller may send keys would overflow the stack.
  return Object.fromEntries(said.flatMap(Object.entries))
}

/** Endpoints that copied OpenAI's may know its newer word for the limit as well, if that is what was said. */
const nameIn = (dialect: Dialect, meaning: Meaning, key: string): string | undefined =>
  dialect === 'compatible' && key === 'max_completion_tokens' ? key : names[dialect][meaning]

const valueFor = (name: string, value: unknown): unknown => {
  if (name.toLowerCase().startsWith('stop') && name !== 'stop' && typeof value === 'string') return [value]
  return name === 'reasoning' ? { effort: value } : value
}
