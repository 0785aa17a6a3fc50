export type Config = Readonly<Record<string, unknown>>

type Container = Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** The value at a path such as `comparison_type.type` or `sources.0`. */
export function valueAt(config: Config, path: string): unknown {
  let value: unknown = config
  for (const step of path.split('.')) value = isContainer(value) ? value[step] : undefined
  return value
}

/** The config with a value at a path; undefined removes it. A numeric step is an index of a list. */
export function withValueAt(config: Config, path: string, value: unknown): Config {
  const [step, ...rest] = path.split('.')
  return set(config, step!, rest, value) as Config
}

function set(from: unknown, step: string, deeper: readonly string[], value: unknown): unknown {
  const isIndex = /^\d+$/.test(step)
  const copy: Container | unknown[] = isIndex
    ? [...(Array.isArray(from) ? from : [])]
    : { ...(isContainer(from) ? from : {}) }
  const inside = copy as Container
  const next = deeper.length === 0 ? value : set(inside[step], deeper[0]!, deeper.slice(1), value)
  if (next !== undefined) inside[step] = next
  else if (Array.isArray(copy)) copy.splice(Number(step), 1)
  else delete inside[step]
  return copy
}

/** The server's error for one field; refusals of configs begin with the field's path. */
export function configProblem(error: Error | null, path: string): string | undefined {
  const [whole, field = '', reason] = /^config\.?([\w.]*): (.*)$/s.exec(error?.message ?? '') ?? []
  const isHere = field === path || path.startsWith(`${field}.`) || field.startsWith(`${path}.`)
  if (!whole || field === '' || !isHere) return undefined
  const sentence = reason!.replace(/^is required(?: unless [\w.]+ is given)?\.?$/, 'Needs a value.')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
