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
  const prefixes = new Set(greedy.map(({ segments, name }) => `${segments.slice(0, name).join('/')}/`))

  return (method, url) => {
    if (![...prefixes].some((prefix) => url.startsWith(prefix))) return url
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
