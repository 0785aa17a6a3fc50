import { medianOf, type Sample } from './statistics.ts'

export interface Bar {
  readonly text: string
  readonly passed: boolean
}

export const atLeast = (bar: number, ratio: number): Bar => ({ text: `>= ${bar}`, passed: ratio >= bar })
export const under = (bar: number, value: number): Bar => ({ text: `< ${bar}`, passed: value < bar })

/** Galley and a contender in one measure. */
export interface Row {
  readonly measure: string
  readonly connections: number
  readonly against: string
  readonly ours: readonly Sample[]
  readonly theirs: readonly Sample[]
  readonly ratio: number
  readonly bars: readonly Bar[]
}

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly bars: readonly Bar[]
}

const heads = [
  ...['measure', 'connections', 'Galley /s', 'against', 'its /s', 'ratio', 'p50 ms', 'p99 ms', 'its p99'],
  ...['CPU µs', 'its CPU', 'bar'],
]

export function rowsTable(rows: readonly Row[]): string {
  return table(heads, rows.map(cellsOf))
}

export function figuresTable(figures: readonly Figure[]): string {
  const cells = figures.map(({ name, value, unit, bars }) => [
    name,
    `${Math.round(value)} ${unit}`,
    verdict(bars),
  ])
  return table(['figure', 'value', 'bar'], cells)
}

/** One row of the report in one line, printed during the run. */
export const lineOf = (row: Row): string =>
  cellsOf(row)
    .map((cell, index) => (cell === '' ? '' : `${heads[index]}: ${cell}`))
    .filter((text) => text !== '')
    .join('  ')

function cellsOf({ measure, connections, against, ours, theirs, ratio, bars }: Row): string[] {
  return [
    measure,
    String(connections),
    whole(medianOf(ours, 'perSecond')),
    against,
    whole(medianOf(theirs, 'perSecond')),
    ratio.toFixed(2),
    short(medianOf(ours, 'p50')),
    short(medianOf(ours, 'p99')),
    short(medianOf(theirs, 'p99')),
    whole(medianOf(ours, 'cpuMicros')),
    whole(medianOf(theirs, 'cpuMicros')),
    verdict(bars),
  ]
}

/** The bars, each with its result, as one cell of a table. */
export const verdict = (bars: readonly Bar[]): string =>
  bars.map(({ text, passed }) => `${text} ${passed ? 'pass' : 'FAIL'}`).join(', ')
const whole = (value: number) => (Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en'))
const short = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(2))

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length), 3),
  )
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, filler)).join(' | ')} |`
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n')
}
