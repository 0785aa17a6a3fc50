import { storable } from '../storable.ts'

/** What a request has several of: each is a kind, a key where the kind has keys, and a value. */
export const facetKinds = ['tags', 'tool_names', 'metadata', 'output', 'input_variables'] as const
export type FacetKind = (typeof facetKinds)[number]

export interface Facet {
  readonly kind: FacetKind
  /** Dotted path; empty for tags and tool names. */
  readonly key: string
  /** Empty where the key stands without one. */
  readonly value: string
}

/** Characters of a key and of a value that count: databases index no more than a few kB for each row. */
const longest = 200
const mostOfOneKind = 200
const deepest = 20

/** A text as facets keep it: its beginning, in characters that storage holds. */
export const facetText = (text: string): string => storable(text.slice(0, longest))

/** Each different name once. */
export function namedFacets(kind: 'tags' | 'tool_names', names: readonly string[]): Facet[] {
  const { facets, add } = differentFacets(kind)
  for (const name of names) {
    if (facets.length >= mostOfOneKind) break
    add('', name)
  }
  return facets
}

/** Nested objects as dotted keys, the places in arrays left out, so that a key may have several values. */
export function nestedFacets(kind: FacetKind, value: Readonly<Record<string, unknown>>): Facet[] {
  const { facets, add } = differentFacets(kind)
  const visit = (key: string, inner: unknown, depth: number) => {
    if (facets.length >= mostOfOneKind) return
    if (typeof inner !== 'object' || inner === null) return add(key, textOf(inner))
    const members = Array.isArray(inner)
      ? inner.map((item): [string, unknown] => [key, item])
      : Object.entries(inner).map(([name, item]): [string, unknown] => [`${key}.${name}`, item])
    if (members.length === 0 || depth === deepest) return add(key, '')
    for (const [path, item] of members) visit(path, item, depth + 1)
  }
  for (const [key, inner] of Object.entries(value)) visit(key, inner, 1)
  return facets
}

/** A list of facets of one kind, and how one is added that is not in it yet. */
function differentFacets(kind: FacetKind) {
  const facets: Facet[] = []
  const there = new Set<string>()
  const add = (key: string, text: string) => {
    const facet = { kind, key: facetText(key), value: facetText(text) }
    const mark = `${facet.key}\u0000${facet.value}`
    if (there.has(mark)) return
    there.add(mark)
    facets.push(facet)
  }
  return { facets, add }
}

/** A value as text: the number 1, the text "1" and 1.0 are the same to a filter. */
export const textOf = (value: unknown): string => (value == null ? '' : String(value))
