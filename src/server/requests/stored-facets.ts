import { foldStorable, heldText } from '../../engine/search/index.ts'
import type { FacetEntry } from './facet-entries.ts'

type StoredFacet = readonly [...FacetEntry, folded?: string]

/** The facets as the row of a request keeps them. The folded value stands fourth where it differs: filters by a
 * part of a value look at it. */
export const storedFacets = {
  write: (entries: readonly FacetEntry[]): string => JSON.stringify(entries.map(withFolded)),
  read: (text: string): FacetEntry[] =>
    (JSON.parse(text) as StoredFacet[]).map(([kind, key, value]) => [kind, key, value]),
  /** Stands in the text of a row that has the facet, and in no other: quotes within values are escaped. */
  beginning: (entry: FacetEntry): string => JSON.stringify(entry).slice(0, -1),
}

function withFolded([kind, key, value]: FacetEntry): StoredFacet {
  const folded = foldStorable(heldText(value))
  return folded === value ? [kind, key, value] : [kind, key, value, folded]
}
