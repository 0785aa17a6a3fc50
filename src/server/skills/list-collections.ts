import { listAuthorNames } from '../authors/index.ts'
import { listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listEntities } from '../registry/index.ts'
import { rootPathsOf } from './find-collection.ts'
import { presentCollection } from './present.ts'
import { listShownVersions } from './queries.ts'

const kind = 'skill-collection'

export const listSkillCollections: Handler<'listSkillCollections'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const rows = await listEntities(store.scan, workspace, 'skill_collections', kind, query)
  const ids = rows.map(({ id }) => id)
  const externalIds = await listExternalIdsOfMany(store.scan, workspace, kind, ids)
  const authors = await listAuthorNames(store.scan, workspace, kind, ids)
  const versions = Map.groupBy(
    await listShownVersions(store, workspace, ids),
    ({ collection_id }) => collection_id,
  )
  const rootPath = await rootPathsOf(store.scan, workspace, rows)
  return {
    success: true as const,
    skill_collections: rows.map((row) => {
      const shown = versions.get(row.id) ?? []
      return {
        ...presentCollection(row, rootPath(row), externalIds.get(row.id) ?? []),
        author: authors.get(row.id) ?? null,
        latest_version_number: row.latest_version,
        file_count: shown.find(({ number }) => number === row.latest_version)?.file_count ?? 0,
        labels: shown.flatMap(({ release_label, number }) =>
          release_label === null ? [] : [{ name: release_label, version_number: number }],
        ),
      }
    }),
  }
}
