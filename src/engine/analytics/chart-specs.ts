import { Refusal } from '../refusal.ts'
import type { Measure, Metric, NamedScore, Unit } from './measure.ts'

/** Checks shared by charts of requests and of traces. */

export interface MeasureSpec<Field extends string> {
  readonly metric?: Metric | null | undefined
  readonly metricField?: Field | null | undefined
  readonly percentile?: number | null | undefined
  readonly scoreName?: string | null | undefined
  readonly scoreValue?: string | null | undefined
}

export interface SeriesSpec<Field extends string> extends MeasureSpec<Field> {
  readonly key: string
  readonly label: string
}

interface MeasuredSpec<Field extends string> extends MeasureSpec<Field> {
  readonly title?: string | null | undefined
  readonly series?: readonly SeriesSpec<Field>[] | null | undefined
}

const maxSeries = 10

/** The refusal of a chart; `path` starts at the body. */
export const wrongChart = (path: string, message: string) =>
  new Refusal('bad_request', `${path}: ${message}`, { path })

/** Reads charts with `read`, and checks their ids and titles. */
export function readCharts<
  Spec extends { readonly id: string; readonly title?: string | null | undefined },
  C,
>(specs: readonly Spec[], read: (spec: Spec, path: string) => C): C[] {
  const ids = new Set<string>()
  return specs.map((spec, index) => {
    const path = `customCharts.${index}`
    checkName(spec.id, `${path}.id`)
    if (ids.has(spec.id)) throw wrongChart(`${path}.id`, 'is the id of another chart')
    ids.add(spec.id)
    if ((spec.title?.length ?? 0) > 200) throw wrongChart(`${path}.title`, 'must have at most 200 characters')
    return read(spec, path)
  })
}

/** The measures of a chart. A chart without a metric counts rows; `countLabel` is their name, such as `traces`. */
export function measuresOf<Field extends string>(
  spec: MeasuredSpec<Field>,
  units: Readonly<Record<Field, Unit>>,
  countLabel: string,
  path: string,
): Measure<Field>[] {
  if (!spec.series) return [measureOf(spec, { key: 'value', label: labelOf(spec, countLabel) }, units, path)]
  if (spec.metric != null) throw wrongChart(`${path}.metric`, 'must not be combined with series')
  if (spec.series.length === 0) throw wrongChart(`${path}.series`, 'must not be empty')
  if (spec.series.length > maxSeries)
    throw wrongChart(`${path}.series`, `must have at most ${maxSeries} items`)
  const keys = new Set<string>()
  return spec.series.map((series, index) => {
    const seriesPath = `${path}.series.${index}`
    checkName(series.key, `${seriesPath}.key`)
    if (rowKeys.has(series.key))
      throw wrongChart(`${seriesPath}.key`, `must not be one of ${[...rowKeys].join(', ')}`)
    if (keys.has(series.key)) throw wrongChart(`${seriesPath}.key`, 'is the key of another series')
    if (series.label.length > 120) throw wrongChart(`${seriesPath}.label`, 'must have at most 120 characters')
    keys.add(series.key)
    return measureOf(series, series, units, seriesPath)
  })
}

/** Keys of a data row that are not series. */
const rowKeys = new Set(['name', 'label', 'date', 'dateLabel', 'path', 'from', 'to'])

function measureOf<Field extends string>(
  spec: MeasureSpec<Field>,
  { key, label }: { readonly key: string; readonly label: string },
  units: Readonly<Record<Field, Unit>>,
  path: string,
): Measure<Field> {
  const metric = spec.metric ?? 'count'
  const score = scoreOf(spec, path)
  if (metric === 'count') return { key, label, metric, field: null, unit: 'count', percent: 0 }
  const field = spec.metricField
  if (field == null) throw wrongChart(`${path}.metricField`, `is required for ${metric}`)
  if (metric === 'percentile' && spec.percentile == null)
    throw wrongChart(`${path}.percentile`, 'is required for percentile')
  return {
    key,
    label,
    metric,
    field,
    unit: units[field],
    percent: metric === 'percentile' ? spec.percentile! : 0,
    score,
  }
}

function scoreOf<Field extends string>(spec: MeasureSpec<Field>, path: string): NamedScore | null {
  const { scoreName: name, scoreValue: value } = spec
  if (value != null && name == null) throw wrongChart(`${path}.scoreValue`, 'needs a scoreName')
  if (name == null) return null
  if (spec.metricField !== 'score' || spec.metric == null || spec.metric === 'count')
    throw wrongChart(`${path}.scoreName`, 'needs a metric of the metricField score')
  return { name, value: value ?? null }
}

function labelOf<Field extends string>(
  { title, metric, metricField, percentile }: MeasuredSpec<Field>,
  countLabel: string,
): string {
  if (title) return title.slice(0, 120)
  if (metric == null || metric === 'count') return countLabel
  return `${metric === 'percentile' ? `p${percentile}` : metric} ${metricField}`
}

function checkName(name: string, path: string) {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw wrongChart(path, 'must be 1 to 64 letters, digits, hyphens and underscores')
}
