import { type SeriesName, series } from './series.ts'

type Labels = Readonly<Record<string, string>>

export interface Sample {
  /** The end of the name of a histogram's series, such as `_bucket`. */
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function line(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const list = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix}${list.length > 0 ? `{${list.join(',')}}` : ''} ${value}\n`
}

/** Prints one series in the text format; empty if it has no samples. */
export function printSeries(name: SeriesName, samples: readonly Sample[]): string {
  if (samples.length === 0) return ''
  const { type, help } = series[name]
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((sample) => line(name, sample)).join('')}`
}
