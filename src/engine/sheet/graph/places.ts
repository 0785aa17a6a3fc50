import type { Reference } from '../../columns/column.ts'

type Config = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** Loops keep a prompt's mappings one level down; nothing published goes deeper than three. */
const MAX_DEPTH = 6

/** A config may hold a whole template; its sources stand near the top. */
const MAX_NODES = 5_000

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
  const exact = search(config, (holder, path) => placeIn(holder, path, reference))
  return exact ?? search(config, (holder, path) => mappingIn(holder, path, reference))
}

/** Breadth first: what is nearest to the top is meant. */
function search(config: unknown, look: (holder: object, path: Path) => Path | null): Path | null {
  const queue: { value: unknown; path: Path }[] = [{ value: config, path: [] }]
  for (const { value, path } of queue) {
    if (value === null || typeof value !== 'object' || path.length > MAX_DEPTH) continue
    const place = look(value, path)
    if (place) return place
    if (queue.length > MAX_NODES) continue
    for (const key of Object.keys(value)) queue.push({ value: own(value, key), path: [...path, key] })
  }
  return null
}

/** Under its key: itself, `{source: it}`, in a list or mapping; or in the item that stands at its position. */
function placeIn(holder: object, path: Path, { key, meta, target }: Reference): Path | null {
  const isItem = meta?.['position'] !== undefined && path.at(-1) === String(meta['position'])
  const ways: Path[] = [[key, ...Object.values(meta ?? {})], ...(isItem ? [[key]] : [])]
  const ends = ways.flatMap((way): Path[] => [way, [...way, 'source']])
  const end = ends.find((steps) => valueAt(holder, steps) === target)
  return end ? [...path, ...end] : null
}

/** A loop's mapping has another name inside the prompt's or workflow's config. */
function mappingIn(holder: object, path: Path, { meta, target }: Reference): Path | null {
  const variable = meta?.['variable_name']
  return variable !== undefined && own(holder, String(variable)) === target ? [...path, variable] : null
}

const valueAt = (holder: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => own(value, String(step)), holder)

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
