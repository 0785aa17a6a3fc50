export { type OutputShape, type Searchable, type SearchContent, searchContentOf } from './content.ts'
export { type SearchRecord, search } from './evaluate.ts'
export type * from './expression.ts'
export { type Facet, type FacetKind, facetText, nestedFacets } from './facets.ts'
export { type FilterField, filterFields, filterOperators } from './fields.ts'
export {
  parseSearch,
  type SearchQuery,
  type SearchWish,
  type SearchWord,
  type SortField,
  sortFields,
} from './query.ts'
export { searchWordsOf, spacedWords } from './search-words.ts'
