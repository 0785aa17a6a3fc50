/** Filters of requests, parsed and checked, and the words of a search. */

export { numberRange, scoreValueCondition, scoreWordsCondition, timeRange } from './conditions.ts'
export { type Searchable, type SearchContent, searchContentOf } from './content.ts'
export type * from './expression.ts'
export { callTimeFields } from './expression.ts'
export {
  type Facet,
  type FacetKind,
  facetNumberPattern,
  facetText,
  namedFacets,
  nestedFacets,
} from './facets.ts'
export {
  type FieldKind,
  type FilterField,
  type FilterOperator,
  filterFields,
  filterOperators,
  isNegative,
  operatorsOf,
} from './fields.ts'
export { type FilterLanguage, readGroup } from './filter-group.ts'
export { groupOfFlatFilters } from './flat-filters.ts'
export { parseFilter } from './parse-filter.ts'
export { inputPreviewOf, oneLine, outputPreviewOf } from './previews.ts'
export {
  narrowQuery,
  parseSearch,
  type SearchCriteria,
  type SearchQuery,
  type SearchWord,
  type SortField,
  type SortScore,
  sortFields,
  sortScoreOf,
} from './query.ts'
export { searchWordsOf } from './search-words.ts'
export { productionSources, type RequestSource, requestSources } from './sources.ts'
export { invalidFilter, readFacetText, readList, readText } from './values.ts'
export { workspaceWord } from './workspace-word.ts'
