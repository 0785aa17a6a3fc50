/**
 * Charts over time on a canvas, with their numbers as a table; a folder of its own, so that few screens load the
 * library.
 */

export { type Axis, axisOf } from './axis.ts'
export { type ChartSeries, colorOf } from './chart.tsx'
export { ChartCard } from './chart-card.tsx'
export { byStatus, type ChartData, chartDataOf } from './chart-data.ts'
export { numberIn } from './number-in.ts'
export { remainderOf, withOther } from './other.ts'
export { periodBefore } from './period-before.ts'
export { secondsOf } from './seconds-of.ts'
export { timesOf } from './times-of.ts'
export { withoutGaps } from './without-gaps.ts'
