/** Charts over time. Apart from the rest of the look, so that only screens with charts load the library. */
export { type ChartSeries, colorOf } from './chart.tsx'
export { ChartCard } from './chart-card.tsx'
export { withoutGaps } from './without-gaps.ts'
