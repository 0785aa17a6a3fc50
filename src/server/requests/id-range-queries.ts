import { CompiledQuery } from 'kysely'
import type { RequestRow } from '../db/index.ts'

/** Ids per id range; the migration uses the same number. */
export const idRangeLength = 1024

/** Widens the bounds of an id range; runs in the unit that indexes the request. */
export const widenedOnConflict = `on conflict (workspace_id, stretch) do update set
    earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)`

/** SQLite only. */
export const widenIdRange = ({
  workspace_id,
  id,
  started_at,
}: Pick<RequestRow, 'workspace_id' | 'id' | 'started_at'>): CompiledQuery =>
  CompiledQuery.raw(
    `insert into request_stretches (workspace_id, stretch, earliest, latest) values (?, ?, ?, ?) ${widenedOnConflict}`,
    [workspace_id, Math.floor(id / idRangeLength), started_at, started_at],
  )
