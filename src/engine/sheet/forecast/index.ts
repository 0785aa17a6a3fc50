/** Calls, tokens, money and time before a run. */

export {
  type CellCost,
  type ColumnForecast,
  type Figures,
  type Forecast,
  type ForecastColumn,
  forecast,
  type Range,
  type TimeBound,
  type Unknown,
} from './forecast.ts'
