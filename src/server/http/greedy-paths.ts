import type { Endpoint } from '../../contract/index.ts'

/**
 * Returns a function that escapes the slashes in the name of a URL. Names of templates may contain slashes, which the
 * vendor's JS SDK sends unescaped. A greedy parameter, `{name+}`, takes as many segments as fit. If several endpoints
 * fit, one without such a parameter wins, then the one with the longest fixed ending: a name that ends like
 * `.../labels` must be percent-encoded.
 */
export function greedyPaths(endpoints: readonly Endpoint[]): (method: string, url: string) => string {
  const patterns = endpoints.map(({ method, path }) => patternOf(method, path))
  const greedy = patterns.filter(({ nameIndex }) => nameIndex >= 0).sort((a, b) => b.length - a.length)
  const fixed = patterns.filter(({ nameIndex }) => nameIndex < 0)
  const prefixes = prefixesOf(greedy)

  return (method, url) => {
    if (!mayHoldSlashes(prefixes, url)) return url
    const end = url.search(/[?#]/)
    const path = end < 0 ? url : url.slice(0, end)
    const segments = path.split('/')
    const sameMethod = (pattern: Pattern) => pattern.method === method
    if (fixed.some((pattern) => sameMethod(pattern) && matches(pattern, segments, 0))) return url
    const pattern = greedy.find(
      (candidate) =>
        sameMethod(candidate) && matches(candidate, segments, segments.length - candidate.length),
    )
    if (!pattern) return url
    const { nameIndex, length } = pattern
    const nameEnd = nameIndex + segments.length - length + 1
    const name = segments.slice(nameIndex, nameEnd).join('%2F')
    const escaped = [...segments.slice(0, nameIndex), name, ...segments.slice(nameEnd)].join('/')
    return escaped + url.slice(path.length)
  }
}

/** The methods that have an endpoint at a URL. */
export function methodsAt(endpoints: readonly Endpoint[]): (url: string) => string[] {
  const patterns = endpoints.map(({ method, path }) => patternOf(method, path))
  return (url) => {
    const segments = url.split(/[?#]/, 1)[0]!.split('/')
    const fitting = patterns.filter((pattern) =>
      matches(pattern, segments, pattern.nameIndex < 0 ? 0 : segments.length - pattern.length),
    )
    return [...new Set(fitting.map(({ method }) => method))].sort()
  }
}

/** The fixed texts before greedy parameters, with the fewest segments of their URLs. */
type Prefixes = readonly (readonly [prefix: string, fewest: number])[]

function prefixesOf(greedy: readonly Pattern[]): Prefixes {
  const prefixes = new Map<string, number>()
  for (const { segments, nameIndex, length } of greedy) {
    const prefix = `${segments.slice(0, nameIndex).join('/')}/`
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
  readonly nameIndex: number
}

function patternOf(method: string, path: string): Pattern {
  const segments = path.split('/')
  return {
    method: method.toUpperCase(),
    segments,
    length: segments.length,
    nameIndex: segments.findIndex((segment) => segment.endsWith('+}')),
  }
}

/** True if the segments match when the greedy parameter takes `extra` more. */
function matches(
  { segments: expected, nameIndex, length }: Pattern,
  segments: readonly string[],
  extra: number,
): boolean {
  if (extra < 0 || segments.length !== length + extra) return false
  return expected.every((segment, index) => {
    if (segment.startsWith('{')) return true
    return segments[index + (nameIndex >= 0 && index > nameIndex ? extra : 0)] === segment
  })
}
