import { ExactNumber } from '../json/exact-number.ts'
import { hash128 } from '../sheet/hash/murmur.ts'
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

/** Characters of a key and of a value that are kept: databases index no more than a few kB for each row. */
const longest = 200
/** Characters of a longer text that its hash is made of: filters take no longer values. */
const mostHashed = 10_001
const hashLength = 32
const beginning = longest - hashLength - 1
const mostOfOneKind = 200
const deepest = 20

/** A text as facets keep it, in characters that storage holds: a long one as its beginning and a hash of all of it,
 * so that only equal texts are equal. */
export function facetText(text: string): string {
  const kept = storable(text.slice(0, mostHashed))
  return kept.length <= longest ? kept : `${storable(kept.slice(0, beginning))}…${hash128(kept)}`
}

/** How facets kept a long text before 2026-11-23: requests that were logged then still have it. */
export const olderFacetText = (text: string): string => storable(text.slice(0, longest))

/** The part of a facet's text that the request really holds. */
export const heldText = (kept: string): string =>
  kept.length === longest && kept[beginning] === '…' ? kept.slice(0, beginning) : kept

/** Where every engine agrees on what is a number, and none overflows. */
export const facetNumberPattern = '^-?[0-9]{1,100}([.][0-9]{1,100})?([eE][+-]?[0-9]{1,2})?$'
const facetNumberShape = /* @__PURE__ */ new RegExp(facetNumberPattern)

/** The number that a facet's text is; null for other texts. */
export const facetNumber = (text: string): number | null =>
  facetNumberShape.test(text) ? Number(text) : null

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
    if (typeof inner !== 'object' || inner === null || inner instanceof ExactNumber)
      return add(key, textOf(inner))
    const names = Object.keys(inner)
    if (names.length === 0 || depth === deepest) return add(key, '')
    for (const name of names) {
      if (facets.length >= mostOfOneKind) return
      const path = Array.isArray(inner) ? key : `${key}.${name}`
      visit(path, (inner as Record<string, unknown>)[name], depth + 1)
    }
  }
  for (const key of Object.keys(value)) visit(key, value[key], 1)
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
