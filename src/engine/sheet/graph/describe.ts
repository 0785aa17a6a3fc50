import type { ColumnType } from '../../columns/column.ts'
import { canonical } from '../../json/canonical.ts'
import { withTargets } from './replace-targets.ts'
import type { ColumnKind, Dependency, Metric, SheetColumn } from './sheet-column.ts'

/** A column as it is stored. */
export interface StoredColumn {
  readonly id: string
  readonly sheet: string
  readonly title: string
  readonly rank: number
  readonly config: Readonly<Record<string, unknown>> | null
  readonly dependencies: readonly Dependency[]
  readonly system: boolean
  readonly figureIds?: ReadonlyMap<string, Metric>
}

/** @throws Refusal 'bad_request' if the config does not fit the type. */
export function describeColumn(stored: StoredColumn, type: ColumnType): SheetColumn {
  const config = type.config(stored.config)
  const references = type.dependsOn(config)
  const seesRow = type.seesRow?.(config) ?? false
  const withoutTargets = withTargets(config as Readonly<Record<string, unknown>>, references, () => null)
  return {
    id: stored.id,
    sheet: stored.sheet,
    title: stored.title,
    rank: stored.rank,
    kind: kindOf(type.type),
    references,
    submitted: stored.dependencies,
    seesRow,
    acceptsFailed: type.acceptsFailedSources?.(config) ?? false,
    seesTitles: seesRow || type.type === 'COMBINE_COLUMNS',
    keyedByTitle: type.keyedByTitle?.(config) ?? false,
    system: stored.system,
    ...(stored.figureIds && { figureIds: stored.figureIds }),
    definition: `${type.type} ${canonical(withoutTargets)}${type.valueVersion?.(config) ?? ''}`,
  }
}

function kindOf(type: string): ColumnKind {
  if (type === 'TEXT' || type === 'TRACE') return 'input'
  if (type === 'HUMAN') return 'human'
  if (type === 'COMPOSITION') return 'mirror'
  return type === 'COLUMN_AGGREGATE' ? 'aggregate' : 'computed'
}
