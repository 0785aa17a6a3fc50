import type { Reference } from '../../columns/column.ts'

type Config = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** Loops keep a prompt's mappings one level down; nothing published goes deeper than three. */
const MAX_DEPTH = 6

/**
 * The config with other texts in the places of some references. A place that is not found as the reference
 * describes it (an older spelling of the config) is left alone: the stored dependency still says which
 * column is meant.
 */
export function withTargets(
  config: Config,
  references: readonly Reference[],
  textFor: (reference: Reference) => string | null,
): Config {
  return references.reduce<Config>((result, reference) => {
    const text = textFor(reference)
    const path = text === reference.target ? null : findPlace(config, reference)
    return path ? (replaced(result, path, text) as Config) : result
  }, config)
}

function findPlace(config: unknown, reference: Reference): Path | null {
  const queue: { value: unknown; path: Path }[] = [{ value: config, path: [] }]
  for (const { value, path } of queue) {
    if (value === null || typeof value !== 'object' || path.length > MAX_DEPTH) continue
    const place = placeIn(value, path, reference)
    if (place) return place
    for (const key of Object.keys(value)) queue.push({ value: own(value, key), path: [...path, key] })
  }
  return null
}

function placeIn(holder: object, path: Path, { key, meta, target }: Reference): Path | null {
  const steps = [...key.split('.'), ...Object.values(meta ?? {})]
  let at: unknown = holder
  for (const step of steps) at = own(at, String(step))
  if (at === target) return [...path, ...steps]
  return own(at, 'source') === target ? [...path, ...steps, 'source'] : null
}

function own(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function replaced(value: unknown, [step, ...rest]: Path, text: string | null): unknown {
  if (step === undefined) return text
  if (Array.isArray(value)) return value.with(Number(step), replaced(value[Number(step)], rest, text))
  const entries = Object.entries(value as Config)
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === String(step) ? replaced(item, rest, text) : item]),
  )
}
