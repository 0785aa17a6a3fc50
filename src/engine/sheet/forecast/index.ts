/** Calls, tokens, money and time before a run. */

export {
  type CellCost,
  type Figures,
  type Forecast,
  type ForecastColumn,
  forecast,
  type TimeBound,
  type Unknown,
} from './forecast.ts'
