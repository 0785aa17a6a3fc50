import type { Endpoint } from '../../contract/index.ts'

/**
 * Names of templates may hold slashes, and the vendor's JS SDK sends them unescaped. A path parameter
 * written `{name+}` takes as many raw segments as the other endpoints leave it: an endpoint without such a
 * parameter that fits goes first, then the one with the longest fixed ending. A name that itself ends like
 * `.../labels` must be percent-encoded.
 */
export function greedyPaths(endpoints: readonly Endpoint[]): (method: string, url: string) => string {
  const patterns = endpoints.map(({ method, path }) => patternOf(method, path))
  const greedy = patterns.filter(({ name }) => name >= 0).sort((a, b) => b.length - a.length)
  const fixed = patterns.filter(({ name }) => name < 0)
  const places = placesOf(greedy)

  return (method, url) => {
    if (!mayHoldSlashes(places, url)) return url
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

/** The methods that have an endpoint at an address. */
export function methodsAt(endpoints: readonly Endpoint[]): (url: string) => string[] {
  const patterns = endpoints.map(({ method, path }) => patternOf(method, path))
  return (url) => {
    const segments = url.split(/[?#]/, 1)[0]!.split('/')
    const found = patterns.filter((pattern) =>
      fits(pattern, segments, pattern.name < 0 ? 0 : segments.length - pattern.length),
    )
    return [...new Set(found.map(({ method }) => method))].sort()
  }
}

/** Where greedy parameters begin, and the fewest segments of an address with one there. */
type Places = readonly (readonly [prefix: string, fewest: number])[]

function placesOf(greedy: readonly Pattern[]): Places {
  const places = new Map<string, number>()
  for (const { segments, name, length } of greedy) {
    const prefix = `${segments.slice(0, name).join('/')}/`
    places.set(prefix, Math.min(length, places.get(prefix) ?? length))
  }
  return [...places]
}

/** Most addresses have no segment to spare: for them no pattern is tried, which takes ten times as long. */
function mayHoldSlashes(places: Places, url: string): boolean {
  for (const [prefix, fewest] of places)
    if (url.startsWith(prefix) && countSegments(url) > fewest) return true
  return false
}

function countSegments(url: string): number {
  let count = 1
  for (let at = 0; at < url.length; at++) {
    const code = url.charCodeAt(at)
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
  /** Where the greedy parameter stands; -1 without one. */
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

/** Whether the segments fit when the greedy parameter takes `extra` more than one. */
function fits(
  { segments: wanted, name, length }: Pattern,
  segments: readonly string[],
  extra: number,
): boolean {
  if (extra < 0 || segments.length !== length + extra) return false
  return wanted.every((segment, index) => {
    if (segment.startsWith('{')) return true
    return segments[index + (name >= 0 && index > name ? extra : 0)] === segment
  })
}
