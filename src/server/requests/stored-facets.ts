import { foldStorable, heldText } from '../../engine/search/index.ts'
import type { FacetEntry } from './facet-entries.ts'

type StoredFacet = readonly [...FacetEntry, folded?: string]

/**
 * Facets in the form of the column `facets`. If the folded value differs, it is the fourth item, for filters by a part
 * of a value.
 */
export const storedFacets = {
  write: (entries: readonly FacetEntry[]): string => JSON.stringify(entries.map(withFolded)),
  read: (text: string): FacetEntry[] =>
    (JSON.parse(text) as StoredFacet[]).map(([kind, key, value]) => [kind, key, value]),
  readFolded: (text: string): { entry: FacetEntry; folded: string }[] =>
    (JSON.parse(text) as StoredFacet[]).map(([kind, key, value, folded = value]) => ({
      entry: [kind, key, value],
      folded,
    })),
  /** A text that occurs in the column exactly if the row has the facet, because quotes inside values are escaped. */
  beginning: (entry: FacetEntry): string => JSON.stringify(entry).slice(0, -1),
}

function withFolded([kind, key, value]: FacetEntry): StoredFacet {
  const folded = foldStorable(heldText(value))
  return folded === value ? [kind, key, value] : [kind, key, value, folded]
}
