export {
  type CellCost,
  type ColumnForecast,
  type Figures,
  type Forecast,
  type ForecastColumn,
  forecast,
  type Range,
  type Unknown,
} from './forecast.ts'
