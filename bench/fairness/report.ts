import { table } from '../report.ts'
import { percentile } from '../statistics.ts'
import type { HostilePart } from './hostile.ts'
import type { Work } from './server-meter.ts'

/** Parts of the hostile load that run at the same time. */
export interface Load {
  readonly name: string
  readonly parts: readonly HostilePart[]
}

/** Calls of the quiet workspace, one after the other, alone or beside a load. */
export interface Window {
  readonly load: Load
  readonly isBeside: boolean
  readonly times: readonly number[]
}

interface Measured extends Window {
  readonly works: readonly Work[]
}

/**
 * Joins each call with the meter's record of it. The meter also has the calls of the preparation, which came
 * first.
 */
export function joinWorks(windows: readonly Window[], works: readonly Work[]): Measured[] {
  let end = works.length
  const last = windows.toReversed().map((window) => {
    end -= window.times.length
    return { ...window, works: works.slice(end, end + window.times.length) }
  })
  return last.reverse()
}

export function tableOf(load: Load, kinds: readonly string[], windows: readonly Measured[]): string {
  const lines = kinds.map((kind, index) => {
    const valuesOf = (isBeside: boolean, values: (window: Measured) => readonly number[]) =>
      windows
        .filter((window) => window.load === load && window.isBeside === isBeside)
        .flatMap((window) => values(window).filter((_, at) => at % kinds.length === index))
        .sort((a, b) => a - b)
    const times = [false, true].map((isBeside) => valuesOf(isBeside, (window) => window.times))
    const works = [false, true].map((isBeside) =>
      valuesOf(isBeside, (window) => window.works.map(({ main }) => main.cpu)),
    )
    const ratio = percentile(times[1]!, 0.99) / percentile(times[0]!, 0.99)
    return [
      kind,
      ...[...times, ...works].flatMap((values, at) => [
        ...(at < 2 ? [String(values.length)] : []),
        percentile(values, 0.5).toFixed(1),
        percentile(values, 0.99).toFixed(1),
      ]),
      ratio.toFixed(1),
      `<= 2 ${ratio <= 2 ? 'pass' : 'FAIL'}`,
    ]
  })
  const fewest = Math.min(...lines.flatMap((line) => [Number(line[1]), Number(line[4])]))
  const note = fewest < 100 ? '\n\nWith fewer than 100 calls, the p99 is the slowest call.' : ''
  return `Beside ${load.name}:\n\n${table(heads, lines)}${note}\n\n${piecesOf(load, windows)}`
}

const longPieces = [5, 10, 20]

/**
 * The share of calls before which the main thread worked long without a pause, since the previous call. Measured in
 * processor time, which does not depend on other programs.
 */
function piecesOf(load: Load, windows: readonly Measured[]): string {
  const texts = [false, true].map((isBeside) => {
    const pieces = windows
      .filter((window) => window.load === load && window.isBeside === isBeside)
      .flatMap(({ works }) => works.map(({ piece }) => piece))
    const shares = longPieces.map(
      (limit) => `${((100 * pieces.filter((piece) => piece > limit).length) / pieces.length).toFixed(1)} %`,
    )
    return `${shares.join(', ')}; longest ${Math.max(...pieces).toFixed(0)} ms`
  })
  return `Calls before which the main thread worked for more than ${longPieces.join(', ')} ms of processor time without a pause: \
alone ${texts[0]}, beside ${texts[1]}.`
}

const slowestCount = 5

/** Where the time of the slowest calls of each kind went, in milliseconds. */
export function slowestOf(load: Load, kinds: readonly string[], windows: readonly Measured[]): string {
  const beside = windows.filter((window) => window.load === load && window.isBeside)
  const lines = kinds.flatMap((kind, index) =>
    beside
      .flatMap(({ times, works }) => times.map((time, at) => ({ time, at, work: works[at]! })))
      .filter(({ at }) => at % kinds.length === index)
      .sort((a, b) => b.time - a.time)
      .slice(0, slowestCount)
      .map(({ time, work: { wall, main, idle, writer, readers, all } }) => [
        kind,
        ...[time, wall, main.cpu, main.waiting, idle].map(Math.round),
        ...[writer.cpu, writer.waiting, readers.cpu, readers.waiting].map(Math.round),
        Math.round(all - main.cpu - writer.cpu - readers.cpu),
      ]),
  )
  return `Slowest beside ${load.name}:\n\n${table(
    slowestHeads,
    lines.map((line) => line.map(String)),
  )}`
}

const slowestHeads = [
  ...['call', 'client', 'server', 'main thread', 'waits for a core', 'idle'],
  ...['writer', 'waits', 'readers', 'wait', 'other threads'],
]

const heads = [
  ...['call', 'alone', 'p50 ms', 'p99 ms', 'beside', 'p50 ms', 'p99 ms'],
  ...['main thread alone p50', 'p99', 'beside p50', 'p99', 'ratio of p99', 'bar'],
]
