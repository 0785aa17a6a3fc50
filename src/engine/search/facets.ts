import { ExactNumber } from '../json/exact-number.ts'
import { hash128 } from '../sheet/hash/murmur.ts'
import { storable } from '../storable.ts'

/** Multi-valued properties of a request: a kind, a key for kinds with keys, and a value. */
export const facetKinds = ['tags', 'tool_names', 'metadata', 'output', 'input_variables'] as const
export type FacetKind = (typeof facetKinds)[number]

export interface Facet {
  readonly kind: FacetKind
  /** Dotted path; empty for tags and tool names. */
  readonly key: string
  /** Empty for a key without a value. */
  readonly value: string
}

/** Characters of a stored key and value; database indexes take at most a few kB a row. */
const maxStoredLength = 200
/** Characters of a longer text that are hashed; filter values are no longer than this. */
const maxHashedLength = 10_001
const hashLength = 32
const prefixLength = maxStoredLength - hashLength - 1
const maxFacetsOfKind = 200
const maxKeyDepth = 20

/**
 * The stored text of a facet. A long text is stored as its beginning and a hash of the whole, so that only equal
 * texts match.
 */
export function facetText(text: string): string {
  const stored = storable(text.slice(0, maxHashedLength))
  return stored.length <= maxStoredLength
    ? stored
    : `${storable(stored.slice(0, prefixLength))}…${hash128(stored)}`
}

/** The stored form of long texts in requests that were stored before 2026-11-23. */
export const olderFacetText = (text: string): string => storable(text.slice(0, maxStoredLength))

/** The part of a stored facet text that comes from the request. */
export const requestPart = (stored: string): string =>
  stored.length === maxStoredLength && stored[prefixLength] === '…' ? stored.slice(0, prefixLength) : stored

/** Texts that both databases read as the same number, without overflow. */
export const facetNumberPattern = '^-?[0-9]{1,100}([.][0-9]{1,100})?([eE][+-]?[0-9]{1,2})?$'
const facetNumberShape = /* @__PURE__ */ new RegExp(facetNumberPattern)

/** The number in a facet's text; null for other texts. */
export const facetNumber = (text: string): number | null =>
  facetNumberShape.test(text) ? Number(text) : null

/** Facets of the distinct names. */
export function namedFacets(kind: 'tags' | 'tool_names', names: readonly string[]): Facet[] {
  if (names.length === 0) return []
  const { facets, add } = distinctFacets(kind)
  for (const name of names) {
    if (facets.length >= maxFacetsOfKind) break
    add('', name)
  }
  return facets
}

/** Facets of nested objects, with dotted keys. Array indexes are left out, so a key may have several values. */
export function nestedFacets(kind: FacetKind, value: Readonly<Record<string, unknown>>): Facet[] {
  const keys = Object.keys(value)
  if (keys.length === 0) return []
  const { facets, add } = distinctFacets(kind)
  const visit = (key: string, inner: unknown, depth: number) => {
    if (facets.length >= maxFacetsOfKind) return
    if (typeof inner !== 'object' || inner === null || inner instanceof ExactNumber)
      return add(key, textOf(inner))
    const names = Object.keys(inner)
    if (names.length === 0 || depth === maxKeyDepth) return add(key, '')
    for (const name of names) {
      if (facets.length >= maxFacetsOfKind) return
      const path = Array.isArray(inner) ? key : `${key}.${name}`
      visit(path, (inner as Record<string, unknown>)[name], depth + 1)
    }
  }
  for (const key of keys) visit(key, value[key], 1)
  return facets
}

/** A list of facets of one kind without duplicates, and the function that adds to it. */
function distinctFacets(kind: FacetKind) {
  const facets: Facet[] = []
  const facetKeys = new Set<string>()
  const add = (key: string, text: string) => {
    const facet = { kind, key: facetText(key), value: facetText(text) }
    const facetKey = `${facet.key}\u0000${facet.value}`
    if (facetKeys.has(facetKey)) return
    facetKeys.add(facetKey)
    facets.push(facet)
  }
  return { facets, add }
}

/** A value as text; to a filter, the number 1, the text "1" and 1.0 are equal. */
export const textOf = (value: unknown): string => (value == null ? '' : String(value))
