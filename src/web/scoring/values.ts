/**
 * Parts of the scorecard for other folders, exported apart from the panels so that importers load no panel.
 */
export { changedSince, criterionOf, staleWarning } from './scores/criteria.ts'
export { scorecardQuery } from './scores/queries.ts'
export { useCalculate } from './scores/use-calculate.ts'
export { verdictColumnOf } from './scores/verdict-column.ts'
