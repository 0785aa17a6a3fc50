import type { Reference } from '../../columns/column.ts'
import type { Dependency, Relation, SheetColumn, Source } from './sheet-column.ts'
import type { Resolution, Titles } from './titles.ts'

/**
 * Sources of a column: its references in order, then submitted dependencies without a reference. A dependency
 * with a reference's key and meta overrides the title, so a rename changes nothing.
 */
export function sourcesOf(
  column: SheetColumn,
  titles: Titles,
  columns: ReadonlyMap<string, SheetColumn>,
): Source[] {
  const referenceKeys = new Set(column.references.filter(({ optional }) => !optional).map(referenceKey))
  const pins = new Map(column.submitted.map((dependency) => [dependencyKey(dependency), dependency]))
  /** A mirror shows cells, which have no figures. */
  const resolve = (reference: Reference, pin: Dependency | undefined): Resolution => {
    const resolution = resolveTarget(reference, pin)
    if (column.kind !== 'mirror' || resolution.part === null) return resolution
    return { column: null, part: null, problem: { kind: 'missing', target: reference.target } }
  }
  const resolveTarget = (reference: Reference, pin: Dependency | undefined): Resolution => {
    if (reference.optional) return titles.resolveOptional(reference.target, column)
    if (!pin) return titles.resolve(reference.target, column)
    const resolved = titles.resolve(pin.column_id, column)
    if (resolved.problem || resolved.part !== null) return resolved
    // The pin identifies the column only; the figure is in the reference.
    return { ...resolved, part: partOf(reference, titles, column, pin) }
  }
  const referencedSources = column.references.map((reference): Source => {
    const pin = reference.optional ? undefined : pins.get(referenceKey(reference))
    const resolved = resolve(reference, pin)
    return {
      ...resolved,
      key: reference.key,
      meta: reference.meta ?? null,
      text: reference.target,
      relation: relationOf(column, resolved.column, columns),
      pinned: pin !== undefined,
      optional: reference.optional === true,
    }
  })
  const extra = column.submitted.filter((dependency) => !referenceKeys.has(dependencyKey(dependency)))
  const submitted = extra.map((dependency): Source => {
    const resolved = titles.resolve(dependency.column_id, column)
    return {
      ...resolved,
      key: dependency.config_key,
      meta: dependency.config_meta,
      text: null,
      relation: relationOf(column, resolved.column, columns),
      pinned: true,
      optional: false,
    }
  })
  return [...referencedSources, ...submitted]
}

/**
 * Dependencies stored beside the config: every source by id. A dependency on a deleted column stays until another
 * column gets its title (`healedDependencies`), so that a column that already has the title is not used instead.
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
 * Dependencies that remain valid after a config is replaced without new ones: those of references with
 * unchanged text, and those without a reference.
 */
export function remainingDependencies(
  stored: readonly Dependency[],
  before: readonly Reference[],
  after: readonly Reference[],
): Dependency[] {
  const textsBefore = new Map(before.map((reference) => [referenceKey(reference), reference.target]))
  const textsAfter = new Map(after.map((reference) => [referenceKey(reference), reference.target]))
  return stored.filter((dependency) => {
    const key = dependencyKey(dependency)
    return textsBefore.get(key) === textsAfter.get(key)
  })
}

function partOf(reference: Reference, titles: Titles, column: SheetColumn, pin: Dependency): string | null {
  const resolved = titles.resolve(reference.target, column)
  return resolved.column === pin.column_id ? resolved.part : null
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

export const referenceKey = ({ key, meta }: Reference): string => keyText(key, meta)
export const dependencyKey = ({ config_key, config_meta, column_id }: Dependency): string =>
  config_key === null ? `column ${column_id}` : keyText(config_key, config_meta)

/** Order of meta keys is ignored; positions are compared as text. */
function keyText(key: string, meta: Readonly<Record<string, string | number>> | null | undefined): string {
  const entries = Object.entries(meta ?? {}).map(([name, value]) => [name, String(value)])
  return JSON.stringify([key, entries.sort(([a], [b]) => (a! < b! ? -1 : 1))])
}
