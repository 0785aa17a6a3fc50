import type { Database, SheetRow } from '../../db/index.ts'
import type { VersionReason } from './save-version.ts'

const metadataOfSaved = JSON.stringify({ reason: 'saved' } satisfies VersionReason)

interface SheetSince {
  readonly sheet: Pick<SheetRow, 'workspace_id' | 'number' | 'version_count'>
  /** A version count of the sheet. */
  readonly since: number
}

/** The numbers of the sheets of a workspace that changed since. A version that a person saved is no change. */
export async function sheetsChangedSince(
  db: Database,
  sheets: readonly SheetSince[],
): Promise<ReadonlySet<number>> {
  const later = sheets.filter(({ sheet, since }) => sheet.version_count !== since)
  if (later.length === 0) return new Set()
  const saved = await db
    .selectFrom('sheet_versions')
    .select(({ fn }) => ['sheet', fn.countAll<number>().as('count')])
    .where('workspace_id', '=', later[0]!.sheet.workspace_id)
    .where((where) =>
      where.or(
        later.map(({ sheet, since }) =>
          where.and([where('sheet', '=', sheet.number), where('version_count', '>', since)]),
        ),
      ),
    )
    .where('metadata', '=', metadataOfSaved)
    .groupBy('sheet')
    .execute()
  const counts = new Map(saved.map(({ sheet, count }) => [sheet, Number(count)]))
  const changed = later.filter(
    ({ sheet, since }) => sheet.version_count - since > (counts.get(sheet.number) ?? 0),
  )
  return new Set(changed.map(({ sheet }) => sheet.number))
}
