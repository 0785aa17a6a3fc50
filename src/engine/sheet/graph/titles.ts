import type { Metric, Problem, SheetColumn } from './sheet-column.ts'

/** `Title.metric` reads a figure of the run: US dollars, or milliseconds. Source: columns.md 1.0.2. */
const METRICS: ReadonlyMap<string, Metric> = new Map([
  ...(['price', 'cost'] as const).map((name) => [name, 'price'] as const),
  ...(['latency', 'latency_ms'] as const).map((name) => [name, 'latency_ms'] as const),
])

/** The figure named by a source's part; null for the value itself. */
export const metricOf = (part: string | null): Metric | null =>
  part === null ? null : (METRICS.get(part) ?? null)

/**
 * Names of a column and its metrics in failure messages, in the order in which a rename replaces them. The plain title is
 * last: otherwise, after a rename from `a` to `a.price`, its new name would be replaced again as a metric of `a`.
 */
export const namesInMessages = (title: string): readonly string[] =>
  [...[...METRICS.keys()].map((metric) => `${title}.${metric}`), title].flatMap((name) => [
    `Column "${name}"`,
    `column "${name}"`,
  ])

/** A null column without a problem: the reference is optional and has no source. */
export type Resolution =
  | { readonly column: string | null; readonly part: string | null; readonly problem: null }
  | { readonly column: null; readonly part: null; readonly problem: Problem }

/** Finds columns by id, or by title within the sheet of the reading column. */
export class Titles {
  readonly #byId: ReadonlyMap<string, SheetColumn>
  readonly #byFigure: ReadonlyMap<string, Resolution>
  readonly #bySheet = new Map<string, Map<string, string[]>>()

  constructor(columns: readonly SheetColumn[]) {
    this.#byId = new Map(columns.map((column) => [column.id, column]))
    this.#byFigure = new Map(
      columns.flatMap(({ id: column, figureIds }) =>
        [...(figureIds ?? [])].map(([id, part]) => [id, { column, part, problem: null }] as const),
      ),
    )
    for (const { id, sheet, title } of columns) {
      const titles = this.#bySheet.get(sheet) ?? new Map<string, string[]>()
      this.#bySheet.set(sheet, titles)
      titles.set(title, [...(titles.get(title) ?? []), id])
    }
  }

  /** Of two columns with this title, one of which reads it, the other one is the source: a column never reads itself. */
  resolve(target: string, reader: SheetColumn): Resolution {
    if (this.#byId.has(target)) return { column: target, part: null, problem: null }
    const figure = this.#byFigure.get(target)
    if (figure) return figure
    const matches = this.#named(target, reader)
    const isSelf = matches.length === 1 && matches[0] === reader.id
    if (matches.length > 0 && !isSelf) return this.#uniqueOf(matches, target, null)
    const dot = target.lastIndexOf('.')
    const metric = target.slice(dot + 1)
    const owners = dot > 0 && METRICS.has(metric) ? this.#named(target.slice(0, dot), reader) : []
    return isSelf && owners.length === 0
      ? this.#uniqueOf(matches, target, null)
      : this.#uniqueOf(owners, target, metric)
  }

  /** Null source for a guess that matches no other column. */
  resolveOptional(target: string, reader: SheetColumn): Resolution {
    const resolution = this.resolve(target, reader)
    const isUnresolved = resolution.problem?.kind === 'missing' || resolution.column === reader.id
    return isUnresolved ? { column: null, part: null, problem: null } : resolution
  }

  #named(title: string, reader: SheetColumn): readonly string[] {
    const ids = this.#bySheet.get(reader.sheet)?.get(title) ?? []
    return ids.length > 1 ? ids.filter((id) => id !== reader.id) : ids
  }

  #uniqueOf(ids: readonly string[], target: string, part: string | null): Resolution {
    if (ids.length === 1) return { column: ids[0]!, part, problem: null }
    const problem: Problem =
      ids.length === 0 ? { kind: 'missing', target } : { kind: 'ambiguous', target, count: ids.length }
    return { column: null, part: null, problem }
  }
}
