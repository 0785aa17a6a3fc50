import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { evenDecimals } from './even-decimals.ts'
import { partialBuckets, type Span } from './partial-buckets.ts'

export interface ChartSeries {
  readonly label: string
  readonly kind: 'bars' | 'line'
  /** A colour token of the theme, such as `accent` or `bad`. */
  readonly color: string
  readonly values: readonly (number | null)[]
}

interface Props {
  readonly label: string
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly height: number
  /** True if the series are stacked, the first at the bottom. */
  readonly isStacked?: boolean
  /** The value of the previous period for each time, drawn as a thin line. */
  readonly before?: readonly (number | null)[] | undefined
  /** The range of the search. Outer buckets that reach beyond it are hatched. */
  readonly span?: Span | null | undefined
  /** Called with the start and end of the dragged range, in seconds. */
  readonly onSelect?: ((from: number, to: number) => void) | undefined
  /** Called with the start and end of the clicked bucket, in seconds. */
  readonly onPick?: ((from: number, to: number) => void) | undefined
  /** Called on a double click, to return to the previous range. */
  readonly onReset?: (() => void) | undefined
  /** Called with the index of the bucket under the pointer, and with null when the pointer leaves. */
  readonly onPoint: (index: number | null) => void
}

const colors = [
  'accent',
  'note',
  'computed',
  'kind-retriever',
  'kind-tool',
  'kind-judge',
  'ink-soft',
  'ink-faint',
]
/** A second click within this time makes a double click. */
const doubleClickMilliseconds = 250
/** Dashes of the lines, so that lines do not differ by colour alone. */
const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]]

export const colorOf = (index: number): string => colors[index % colors.length]!

const colorValue = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

/** A chart over time on a canvas; `ChartCard` has the same numbers as a table. */
export function Chart({
  label,
  times,
  series,
  format,
  height,
  isStacked = false,
  before,
  span,
  onSelect,
  onPick,
  onReset,
  onPoint,
}: Props) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ format, span, onSelect, onPick, onReset, onPoint })
  latest.current = { format, span, onSelect, onPick, onReset, onPoint }
  const canSelect = onSelect !== undefined
  useEffect(() => {
    const element = host.current!
    let plot: UPlot | null = null
    let clickTimer: ReturnType<typeof setTimeout> | undefined
    // The full stack is drawn first and lower series over it.
    const drawnSeries = isStacked ? stacked(series).toReversed() : series
    const hasBars = series.some(({ kind }) => kind === 'bars')
    const previous = before ? [{ ...previousPeriod, values: before }] : []
    const draw = () => {
      plot?.destroy()
      const data = [
        times,
        ...[...drawnSeries, ...previous].map(({ values }) => values),
      ] as unknown as UPlot.AlignedData
      plot = new UPlot(options(element.clientWidth), data, element)
      plot.over.style.cursor = latest.current.onPick ? 'pointer' : ''
      plot.over.addEventListener('click', () => {
        const index = plot?.cursor.idx
        if (index == null || wasDragged || !latest.current.onPick) return
        clearTimeout(clickTimer)
        clickTimer = setTimeout(
          () => latest.current.onPick?.(...bucketAt(times, index)),
          doubleClickMilliseconds,
        )
      })
      plot.over.addEventListener('dblclick', () => {
        clearTimeout(clickTimer)
        latest.current.onReset?.()
      })
    }
    /** The click that ends a drag selects no bucket. */
    let wasDragged = false
    const forgetDrag = () => {
      wasDragged = false
    }
    const options = (width: number): UPlot.Options => ({
      width,
      height,
      padding: [8, rightPadding, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 6 }, drag: { x: canSelect, y: false, setScale: false } },
      scales: {
        x: { time: true, range: () => paddedRange(times) },
        y: { range: (_plot, _min, max) => [0, (max || 1) * 1.1] },
      },
      axes: [
        {
          ...axisStyle(),
          grid: { show: false },
          size: 22,
          space: 60,
          ...(isOfDays(times) && { incrs: wholeDays }),
          values: (_plot, marks) => marks.map((seconds) => timeFormatOf(times, marks).format(seconds * 1000)),
        },
        {
          ...axisStyle(),
          size: widthOfMarks,
          space: 28,
          ...(isWhole(series) && { incrs: wholeSteps }),
          values: (_plot, values) => evenDecimals(values.map((value) => latest.current.format(value))),
        },
      ],
      series: [{}, ...drawnSeries.map(seriesStyle), ...previous.map(() => previousPeriodStyle())],
      hooks: {
        // Stripes lie over bars, but behind lines: a line may have its only point in a partial bucket.
        [hasBars ? 'draw' : 'drawAxes']: [
          (plot: UPlot) => hatchPartial(plot, times, latest.current.span, hasBars ? 'surface' : 'line'),
        ],
        setCursor: [(plot) => latest.current.onPoint(plot.cursor.idx ?? null)],
        setSelect: [
          (plot) => {
            const { left, width: selectedWidth } = plot.select
            wasDragged = selectedWidth > 2
            if (wasDragged) {
              const [first, last] = [plot.posToIdx(left), plot.posToIdx(left + selectedWidth)]
              latest.current.onSelect?.(bucketAt(times, first)[0], bucketAt(times, last)[1])
            }
            plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
          },
        ],
      },
    })
    element.addEventListener('pointerdown', forgetDrag)
    draw()
    // A canvas does not wait for its font, so the chart is drawn again when the font has loaded.
    void document.fonts.ready.then(() => plot?.redraw(false))
    const resizeObserver = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    resizeObserver.observe(element)
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributeFilter: ['class'] })
    return () => {
      clearTimeout(clickTimer)
      element.removeEventListener('pointerdown', forgetDrag)
      resizeObserver.disconnect()
      themeObserver.disconnect()
      plot?.destroy()
    }
  }, [times, series, height, canSelect, isStacked, before])
  return (
    <div ref={host} role="img" aria-label={label} style={{ height }} className="min-w-0 overflow-hidden" />
  )
}

/** Each series with the sum of those below it. */
function stacked(series: readonly ChartSeries[]): ChartSeries[] {
  const sums: number[] = []
  return series.map((series) => ({
    ...series,
    values: series.values.map((value, index) => (sums[index] = (sums[index] ?? 0) + (value ?? 0))),
  }))
}

/** Start and end of a bucket, in seconds. */
export function bucketAt(times: readonly number[], index: number): [number, number] {
  const start = times[index]!
  const step = bucketOf(times)
  return [start, times[index + 1] ?? start + step]
}

const previousPeriod = { label: 'Previous period', kind: 'line', color: 'ink-faint' } as const

/** Draws stripes over the buckets that the range of the search cuts. */
function hatchPartial(
  plot: UPlot,
  times: readonly number[],
  span: Span | null | undefined,
  color: string,
): void {
  const { first, last } = partialBuckets(times, span, Date.now() / 1000)
  if (first) hatch(plot, times[0]!, times[1]! - times[0]!, color)
  if (last) hatch(plot, times.at(-1)!, times.at(-1)! - times.at(-2)!, color)
}

function hatch({ ctx, bbox, valToPos }: UPlot, time: number, step: number, color: string): void {
  const center = valToPos(time, 'x', true)
  const width = valToPos(time + step, 'x', true) - center
  const gap = 6 * devicePixelRatio
  ctx.save()
  // The last series may have been dashed.
  ctx.setLineDash([])
  ctx.beginPath()
  ctx.rect(center - width / 2, bbox.top, width, bbox.height)
  ctx.clip()
  ctx.beginPath()
  for (let x = center - width / 2 - bbox.height; x < center + width / 2; x += gap) {
    ctx.moveTo(x, bbox.top + bbox.height)
    ctx.lineTo(x + bbox.height, bbox.top)
  }
  ctx.strokeStyle = colorValue(color)
  ctx.lineWidth = 2.5 * devicePixelRatio
  ctx.stroke()
  ctx.restore()
}

const hour = 3_600
const day = 24 * hour

/** The range of the axis, half a bucket wider at both ends, so that the outer bars have their whole width. */
function paddedRange(times: readonly number[]): [number, number] {
  const half = bucketOf(times) / 2
  return [times[0]! - half, times.at(-1)! + half]
}

/**
 * The width of a bucket in seconds. A single bucket counts as a day if it begins at midnight, otherwise as an
 * hour.
 */
function bucketOf(times: readonly number[]): number {
  if (times.length > 1) return times[1]! - times[0]!
  return isOfDays(times) ? day : hour
}

/** Half the width of a label such as "Nov 30", because the last bucket may have one. */
const rightPadding = 20

/** Steps of the value axis for counts, so that it has no half requests. */
const wholeSteps = Array.from({ length: 12 }, (_none, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

const isWhole = (series: readonly ChartSeries[]): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))

const wholeDays = [1, 2, 3, 7, 14, 30, 90, 365, 3_650].map((days) => days * day)
function isOfDays([first, second]: readonly number[]): boolean {
  if (first === undefined) return false
  return second === undefined ? time.format(first * 1000) === '00:00' : second - first > day * 0.9
}
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })

/** Labels of the time axis: dates if the marks are a day or more apart, otherwise times. */
const timeFormatOf = (times: readonly number[], marks: readonly number[]) =>
  isOfDays(times) || isOfDays(marks) ? date : time

const axisStyle = () => ({
  stroke: colorValue('ink-faint'),
  grid: { stroke: colorValue('line'), width: 1 },
  ticks: { show: false },
  font: '11px "Inter Variable", sans-serif',
})

const minAxisWidth = 58
/** The width of the value axis: its longest mark fits, such as "1,250 tokens/s". */
function widthOfMarks({ ctx, axes }: UPlot, marks: readonly string[] | null, axis: number): number {
  // uPlot replaces the name of the font by an array that begins with it, at the canvas's scale.
  const [font] = axes[axis]!.font as unknown as [string]
  ctx.save()
  ctx.font = font
  const widths = (marks ?? []).map((mark) => ctx.measureText(mark).width / devicePixelRatio)
  ctx.restore()
  return Math.ceil(Math.max(minAxisWidth, ...widths.map((width) => width + 14)))
}

const previousPeriodStyle = (): UPlot.Series => ({
  stroke: colorValue(previousPeriod.color),
  width: 1,
  dash: [3, 3],
  spanGaps: true,
  points: { show: false },
})

const seriesStyle = ({ kind, color }: ChartSeries, index: number): UPlot.Series =>
  kind === 'bars'
    ? {
        stroke: colorValue(color),
        fill: colorValue(color),
        width: 0,
        points: { show: false },
        paths: UPlot.paths.bars!({ size: [0.75, 24] }),
      }
    : {
        stroke: colorValue(color),
        width: 1.5,
        dash: dashes[Math.floor(index / colors.length + index) % dashes.length]!,
        spanGaps: true,
        points: { show: true, size: 4, fill: colorValue(color) },
      }
