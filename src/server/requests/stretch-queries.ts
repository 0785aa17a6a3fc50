import { CompiledQuery } from 'kysely'
import type { RequestRow } from '../db/index.ts'

/** Ids in a row whose times are known together. As in the migration. */
export const stretchLength = 1024

/** The bounds of a stretch take in more; whoever puts a request into the index does so in the same unit. */
export const widened = `on conflict (workspace_id, stretch) do update set
    earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)`

/** SQLite: for one request. */
export const widenStretch = ({
  workspace_id,
  id,
  started_at,
}: Pick<RequestRow, 'workspace_id' | 'id' | 'started_at'>): CompiledQuery =>
  CompiledQuery.raw(
    `insert into request_stretches (workspace_id, stretch, earliest, latest) values (?, ?, ?, ?) ${widened}`,
    [workspace_id, Math.floor(id / stretchLength), started_at, started_at],
  )
