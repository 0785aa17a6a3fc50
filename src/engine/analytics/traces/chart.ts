import { type MeasureSpec, measuresOf, readCharts, type SeriesSpec, wrongChart } from '../chart-specs.ts'
import { intervalNames } from '../interval-widths.ts'
import type { Measure, Metric } from '../measure.ts'
import {
  levelOf,
  type ScoredSubject,
  type TraceGroupField,
  type TraceLevel,
  type TraceMeasureField,
  type TraceMetricField,
  traceMeasureFields,
} from './fields.ts'

export const traceChartTypes = [
  'bar',
  'line',
  'area',
  'pie',
  'donut',
  'histogram',
  'heatmap',
  'treemap',
  'sunburst',
] as const
export type TraceChartType = (typeof traceChartTypes)[number]
export const timeBuckets = ['auto', 'month', ...intervalNames] as const
export type TimeBucket = (typeof timeBuckets)[number]

export type TraceMeasure = Measure<TraceMeasureField>

/** A checked chart of traces or spans. */
export interface TraceChart {
  readonly id: string
  readonly title: string
  readonly chartType: TraceChartType
  readonly level: TraceLevel
  readonly measures: readonly TraceMeasure[]
  readonly shape: TraceChartShape
  readonly limit: number
}

/** How a chart groups its traces or spans. */
export type TraceChartShape =
  | { readonly by: 'nothing' }
  | { readonly by: 'group'; readonly field: TraceGroupField }
  /** Groups by the value of the score with this name: a category, `yes` or `no`. */
  | { readonly by: 'score'; readonly name: string }
  | { readonly by: 'two_groups'; readonly fields: readonly [TraceGroupField, TraceGroupField] }
  | { readonly by: 'hierarchy'; readonly fields: readonly TraceGroupField[] }
  | { readonly by: 'time'; readonly bucket: TimeBucket; readonly field: TraceGroupField | null }
  /** `interval` is null if the width is chosen from the data. */
  | { readonly by: 'value'; readonly field: TraceMetricField; readonly interval: number | null }

export interface TraceChartSpec extends MeasureSpec<TraceMeasureField> {
  readonly id: string
  readonly title?: string | undefined
  readonly chartType: TraceChartType
  readonly metric?: Metric | undefined
  readonly series?: readonly SeriesSpec<TraceMeasureField>[] | undefined
  readonly groupByField?: TraceGroupField | undefined
  readonly secondaryGroupByField?: TraceGroupField | undefined
  readonly groupByScoreName?: string | undefined
  readonly scoreSubject?: ScoredSubject | undefined
  readonly histogramField?: TraceMetricField | undefined
  readonly histogramInterval?: number | undefined
  readonly hierarchyFields?: readonly TraceGroupField[] | undefined
  readonly timeSeries?: boolean | undefined
  readonly timeBucket?: TimeBucket | undefined
  readonly limit?: number | undefined
}

const defaultLimit = 25

/** Checks charts of traces and spans. @throws Refusal 'bad_request' that names the chart and the field. */
export const parseTraceCharts = (specs: readonly TraceChartSpec[]): TraceChart[] => readCharts(specs, chartOf)

function chartOf(spec: TraceChartSpec, path: string): TraceChart {
  const level = levelIn(spec, path)
  const shape = shapeOf(spec, path)
  if (level === 'span' && shape.by === 'time')
    throw wrongChart(`${path}.timeSeries`, 'is only for fields of traces')
  const isSplit = (shape.by === 'time' && shape.field !== null) || shape.by === 'two_groups'
  if (spec.series && isSplit)
    throw wrongChart(`${path}.series`, 'cannot be shown by two groups, or over time and by group, at once')
  checkType(spec, shape, path)
  const counted = { trace: 'traces', span: 'spans', session: 'sessions' }[level]
  const measures = measuresOf(spec, traceMeasureFields, counted, path)
  measures.forEach(({ field, score }, index) => {
    if (field === 'score' && !score)
      throw wrongChart(`${path}${spec.series ? `.series.${index}` : ''}.scoreName`, 'is required for score')
  })
  return {
    id: spec.id,
    title: spec.title ?? '',
    chartType: spec.chartType,
    level,
    measures,
    shape,
    limit: spec.limit ?? defaultLimit,
  }
}

/** A chart without any field counts traces. */
function levelIn(spec: TraceChartSpec, path: string): TraceLevel {
  const measured = [spec.metricField, ...(spec.series ?? []).map(({ metricField }) => metricField)]
  const isOfScores = spec.groupByScoreName !== undefined || measured.includes('score')
  if (spec.scoreSubject !== undefined && !isOfScores)
    throw wrongChart(`${path}.scoreSubject`, 'needs a score')
  const fieldNames = [
    ...measured.filter((field) => field !== 'score'),
    spec.groupByField,
    spec.secondaryGroupByField,
    spec.histogramField,
    ...(spec.hierarchyFields ?? []),
  ]
  const levels = new Set<TraceLevel>(fieldNames.flatMap((field) => (field == null ? [] : levelOf(field))))
  if (isOfScores) levels.add(spec.scoreSubject ?? 'trace')
  if (levels.size > 1)
    throw wrongChart(path, 'fields of traces, fields of spans and scores of sessions cannot be in one chart')
  return [...levels][0] ?? 'trace'
}

/** Narrower intervals are below the precision of doubles for every field. */
const narrowestInterval = 1e-9

function shapeOf(spec: TraceChartSpec, path: string): TraceChartShape {
  const { groupByField: group, secondaryGroupByField: second, hierarchyFields, histogramField } = spec
  const groupings = [
    group !== undefined || spec.timeSeries === true,
    hierarchyFields !== undefined,
    histogramField !== undefined,
    spec.groupByScoreName !== undefined,
  ]
  if (groupings.filter(Boolean).length > 1)
    throw wrongChart(
      path,
      'groups or time, hierarchyFields, histogramField, and groupByScoreName exclude each other',
    )
  if (second !== undefined && (group === undefined || second === group))
    throw wrongChart(`${path}.secondaryGroupByField`, 'needs another groupByField')
  if (hierarchyFields && new Set(hierarchyFields).size < hierarchyFields.length)
    throw wrongChart(`${path}.hierarchyFields`, 'must be different')
  if (spec.histogramInterval !== undefined && !histogramField)
    throw wrongChart(`${path}.histogramInterval`, 'needs a histogramField')
  if (spec.histogramInterval !== undefined && spec.histogramInterval < narrowestInterval)
    throw wrongChart(`${path}.histogramInterval`, `must be at least ${narrowestInterval}`)
  if (spec.groupByScoreName !== undefined) return { by: 'score', name: spec.groupByScoreName }
  if (histogramField) return { by: 'value', field: histogramField, interval: spec.histogramInterval ?? null }
  if (hierarchyFields) return { by: 'hierarchy', fields: hierarchyFields }
  if (spec.timeSeries) {
    if (second !== undefined) throw wrongChart(`${path}.secondaryGroupByField`, 'cannot be shown over time')
    return { by: 'time', bucket: spec.timeBucket ?? 'auto', field: group ?? null }
  }
  if (group !== undefined && second !== undefined) return { by: 'two_groups', fields: [group, second] }
  return group === undefined ? { by: 'nothing' } : { by: 'group', field: group }
}

function checkType({ chartType }: TraceChartSpec, { by }: TraceChartShape, path: string) {
  const wrongType = (message: string) => wrongChart(`${path}.chartType`, message)
  if (by === 'nothing' && chartType !== 'bar') throw wrongType('must be bar for one value over everything')
  if (chartType === 'histogram' && by !== 'value') throw wrongType('histogram needs a histogramField')
  if (chartType === 'heatmap' && by !== 'two_groups' && by !== 'time')
    throw wrongType('heatmap needs two groups, or time')
  if ((chartType === 'treemap' || chartType === 'sunburst') && by !== 'hierarchy' && by !== 'group')
    throw wrongType(`${chartType} needs hierarchyFields`)
}
