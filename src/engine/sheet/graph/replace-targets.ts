import type { Reference } from '../../columns/column.ts'

type Config = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** Depth limit: published configs nest sources at most three levels deep. */
const MAX_DEPTH = 6

/** Node limit: a config may hold a whole template, but sources are near the top. */
const MAX_NODES = 5_000

/**
 * The config with the targets of some references replaced. A reference that is not at its recorded path (an older form
 * of the config) is left unchanged: the stored dependency still identifies its column.
 */
export function withTargets(
  config: Config,
  references: readonly Reference[],
  textFor: (reference: Reference) => string | null,
): Config {
  return references.reduce<Config>((result, reference) => {
    const text = textFor(reference)
    const path = text === reference.target ? null : findPath(config, reference)
    return path ? (replaceAt(result, path, text) as Config) : result
  }, config)
}

function findPath(config: unknown, reference: Reference): Path | null {
  const exact = search(config, (holder, path) => pathIn(holder, path, reference))
  return exact ?? search(config, (holder, path) => mappingPathIn(holder, path, reference))
}

/** Breadth first, because the match nearest to the top is the right one. */
function search(config: unknown, find: (holder: object, path: Path) => Path | null): Path | null {
  const queue: { value: unknown; path: Path }[] = [{ value: config, path: [] }]
  for (const { value, path } of queue) {
    if (value === null || typeof value !== 'object' || path.length > MAX_DEPTH) continue
    const match = find(value, path)
    if (match) return match
    if (queue.length > MAX_NODES) continue
    for (const key of Object.keys(value)) queue.push({ value: own(value, key), path: [...path, key] })
  }
  return null
}

/**
 * The path of the target under its key: directly, as `{source: target}`, in a list or mapping, or in the item
 * at its position.
 */
function pathIn(holder: object, path: Path, { key, meta, target }: Reference): Path | null {
  const isItem = meta?.['position'] !== undefined && path.at(-1) === String(meta['position'])
  const paths: Path[] = [[key, ...Object.values(meta ?? {})], ...(isItem ? [[key]] : [])]
  const candidates = paths.flatMap((path): Path[] => [path, [...path, 'source']])
  const relative = candidates.find((steps) => valueAt(holder, steps) === target)
  return relative ? [...path, ...relative] : null
}

/** A loop stores its mapping under another name inside the config of the prompt or workflow. */
function mappingPathIn(holder: object, path: Path, { meta, target }: Reference): Path | null {
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

function replaceAt(value: unknown, [step, ...rest]: Path, text: string | null): unknown {
  if (step === undefined) return text
  if (Array.isArray(value)) return value.with(Number(step), replaceAt(value[Number(step)], rest, text))
  const entries = Object.entries(value as Config)
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === String(step) ? replaceAt(item, rest, text) : item]),
  )
}
