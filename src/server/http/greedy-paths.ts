import type { Endpoint } from '../../contract/index.ts'

/**
 * Names of templates may contain slashes, which the vendor's JS SDK sends unescaped. `{name+}` takes as many segments
 * as fit. Endpoints without such a parameter win, then the longest fixed ending. A name that ends like `.../labels`
 * must be percent-encoded.
 */
export function greedyPaths(endpoints: readonly Endpoint[]): (method: string, url: string) => string {
  const patterns = endpoints.map(({ method, path }) => patternOf(method, path))
  const greedy = patterns.filter(({ name }) => name >= 0).sort((a, b) => b.length - a.length)
  const fixed = patterns.filter(({ name }) => name < 0)
  const prefixes = prefixesOf(greedy)

  return (method, url) => {
    if (!mayHoldSlashes(prefixes, url)) return url
    const end = url.search(/[?#]/)
    const path = end < 0 ? url : url.slice(0, end)
    const segments = path.split('/')
    const sameMethod = (pattern: Pattern) => pattern.method === method
    if (fixed.some((pattern) => sameMethod(pattern) && fits(pattern, segments, 0))) return url
    const pattern = greedy.find((one) => sameMethod(one) && fits(one, segments, segments.length - one.length))
    if (!pattern) return url
    const width = segments.length - pattern.length + 1
    const name = segments.slice(pattern.name, pattern.name + width).join('%2F')
    return (
      [...segments.slice(0, pattern.name), name, ...segments.slice(pattern.name + width)].join('/') +
      url.slice(path.length)
    )
  }
}

/** The methods that have an endpoint at a URL. */
export function methodsAt(endpoints: readonly Endpoint[]): (url: string) => string[] {
  const patterns = endpoints.map(({ method, path }) => patternOf(method, path))
  return (url) => {
    const segments = url.split(/[?#]/, 1)[0]!.split('/')
    const fitting = patterns.filter((pattern) =>
      fits(pattern, segments, pattern.name < 0 ? 0 : segments.length - pattern.length),
    )
    return [...new Set(fitting.map(({ method }) => method))].sort()
  }
}

/** The fixed texts before greedy parameters, with the fewest segments of their URLs. */
type Prefixes = readonly (readonly [prefix: string, fewest: number])[]

function prefixesOf(greedy: readonly Pattern[]): Prefixes {
  const prefixes = new Map<string, number>()
  for (const { segments, name, length } of greedy) {
    const prefix = `${segments.slice(0, name).join('/')}/`
    prefixes.set(prefix, Math.min(length, prefixes.get(prefix) ?? length))
  }
  return [...prefixes]
}

/** A quick check: matching patterns takes ten times as long, and most URLs have no further segments. */
function mayHoldSlashes(prefixes: Prefixes, url: string): boolean {
  for (const [prefix, fewest] of prefixes)
    if (url.startsWith(prefix) && countSegments(url) > fewest) return true
  return false
}

function countSegments(url: string): number {
  let count = 1
  for (let index = 0; index < url.length; index++) {
    const code = url.charCodeAt(index)
    if (code === question || code === hash) break
    if (code === slash) count++
  }
  return count
}

const [slash, question, hash] = [47, 63, 35]

interface Pattern {
  readonly method: string
  readonly segments: readonly string[]
  readonly length: number
  /** Index of the greedy parameter; -1 if there is none. */
  readonly name: number
}

function patternOf(method: string, path: string): Pattern {
  const segments = path.split('/')
  return {
    method: method.toUpperCase(),
    segments,
    length: segments.length,
    name: segments.findIndex((segment) => segment.endsWith('+}')),
  }
}

/** True if the segments match when the greedy parameter takes `extra` more. */
function fits(
  { segments: expected, name, length }: Pattern,
  segments: readonly string[],
  extra: number,
): boolean {
  if (extra < 0 || segments.length !== length + extra) return false
  return expected.every((segment, index) => {
    if (segment.startsWith('{')) return true
    return segments[index + (name >= 0 && index > name ? extra : 0)] === segment
  })
}
