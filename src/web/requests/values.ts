/** Plain values, exported apart from the views so that importers load none. */
export {
  type Filter,
  type Filters,
  filtersIn,
  hoursOf,
  productionFilter,
  type Range,
  ranges,
  searchOf,
} from './filter/filters.ts'
export { costText, percentileText } from './numbers.ts'
export { scoreText } from './score-text.ts'
export { tokenText } from './token-text.ts'
export { builtIn, type View, type ViewKind } from './views/view-kind.ts'
