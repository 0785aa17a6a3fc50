/** What other rooms read of a scorecard, exported apart from the panels so that importers load none. */
export { criterionOf } from './scores/criteria.ts'
export { scorecardQuery } from './scores/queries.ts'
export { useCalculate } from './scores/use-calculate.ts'
export { verdictColumnOf } from './scores/verdict-column.ts'
