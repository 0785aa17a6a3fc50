/** Runs of cells: the choice of cells, their cost, and the progress. */
export { atLeast, countText, numbersOf, rangeOf } from './figures.ts'
export { ForecastFigures } from './forecast-figures.tsx'
export { Progress } from './progress.tsx'
export { RunButton } from './run-button.tsx'
export { type Choice, choicesOf, countStale, otherVersionCells, trialRows, wholeColumn } from './scopes.ts'
export { type Running, useRun } from './use-run.ts'
