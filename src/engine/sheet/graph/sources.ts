import type { Reference } from '../../columns/column.ts'
import type { Dependency, Relation, SheetColumn, Source } from './sheet-column.ts'
import type { Resolution, Titles } from './titles.ts'

/**
 * What a column reads: first its references, in their order, then submitted dependencies that no reference
 * has. A dependency with a reference's key and meta says which column is meant, whatever the title says, so
 * a rename changes nothing.
 */
export function sourcesOf(
  column: SheetColumn,
  titles: Titles,
  columns: ReadonlyMap<string, SheetColumn>,
): Source[] {
  const places = new Set(column.references.filter(({ optional }) => !optional).map(placeOfReference))
  const pins = new Map(column.submitted.map((dependency) => [placeOfDependency(dependency), dependency]))
  /** A mirror shows cells, and figures of them are none. */
  const resolve = (reference: Reference, pin: Dependency | undefined): Resolution => {
    const found = resolved(reference, pin)
    if (column.kind !== 'mirror' || found.part === null) return found
    return { column: null, part: null, problem: { kind: 'missing', target: reference.target } }
  }
  const resolved = (reference: Reference, pin: Dependency | undefined): Resolution => {
    if (reference.optional) return titles.resolveOptional(reference.target, column)
    if (!pin) return titles.resolve(reference.target, column)
    const found = titles.resolve(pin.column_id, column)
    if (found.problem || found.part !== null) return found
    // The pin knows the column only: what is read of it stands in the reference.
    return { ...found, part: partOf(reference, titles, column, pin) }
  }
  const named = column.references.map((reference): Source => {
    const pin = reference.optional ? undefined : pins.get(placeOfReference(reference))
    const found = resolve(reference, pin)
    return {
      ...found,
      key: reference.key,
      meta: reference.meta ?? null,
      called: reference.target,
      relation: relationOf(column, found.column, columns),
      pinned: pin !== undefined,
      optional: reference.optional === true,
    }
  })
  const extra = column.submitted.filter((dependency) => !places.has(placeOfDependency(dependency)))
  const submitted = extra.map((dependency): Source => {
    const found = titles.resolve(dependency.column_id, column)
    return {
      ...found,
      key: dependency.config_key,
      meta: dependency.config_meta,
      called: null,
      relation: relationOf(column, found.column, columns),
      pinned: true,
      optional: false,
    }
  })
  return [...named, ...submitted]
}

/**
 * Dependencies to keep beside the config: every source by id. One whose column is gone stays until a column gets
 * its title (`healedDependencies`), so that no column that had the title already is taken for it.
 */
export function dependenciesOf(sources: readonly Source[]): Dependency[] {
  return sources.flatMap(({ column, key, meta, pinned, optional, problem }) => {
    if (optional) return []
    const id = column ?? (pinned ? problem?.target : undefined)
    if (id === undefined) return []
    return [{ column_id: id, reference_type: 'value', config_key: key, config_meta: meta }]
  })
}

/**
 * The dependencies that still hold when a config is replaced and none are sent with it: those of places
 * whose text stayed the same, and those that never belonged to a place in the config.
 */
export function keptDependencies(
  stored: readonly Dependency[],
  before: readonly Reference[],
  after: readonly Reference[],
): Dependency[] {
  const textsBefore = new Map(before.map((reference) => [placeOfReference(reference), reference.target]))
  const textsAfter = new Map(after.map((reference) => [placeOfReference(reference), reference.target]))
  return stored.filter((dependency) => {
    const place = placeOfDependency(dependency)
    return textsBefore.get(place) === textsAfter.get(place)
  })
}

function partOf(reference: Reference, titles: Titles, column: SheetColumn, pin: Dependency): string | null {
  const found = titles.resolve(reference.target, column)
  return found.column === pin.column_id ? found.part : null
}

function relationOf(
  column: SheetColumn,
  source: string | null,
  columns: ReadonlyMap<string, SheetColumn>,
): Relation {
  if (column.kind === 'aggregate') return 'whole-column'
  const other = source === null ? undefined : columns.get(source)
  return other && other.sheet !== column.sheet ? 'same-index' : 'same-row'
}

export const placeOfReference = ({ key, meta }: Reference): string => placeText(key, meta)
export const placeOfDependency = ({ config_key, config_meta, column_id }: Dependency): string =>
  config_key === null ? `column ${column_id}` : placeText(config_key, config_meta)

/** Keys of meta in any order; a position may come as a number or as its digits. */
function placeText(key: string, meta: Readonly<Record<string, string | number>> | null | undefined): string {
  const entries = Object.entries(meta ?? {}).map(([name, value]) => [name, String(value)])
  return JSON.stringify([key, entries.sort(([a], [b]) => (a! < b! ? -1 : 1))])
}
