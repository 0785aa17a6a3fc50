import { CompiledQuery } from 'kysely'
import type { RequestRow } from '../db/index.ts'

/** Ids in a row whose times are known together. As in the migration. */
export const stretchLength = 1024

const widenText = `insert into request_stretches (workspace_id, stretch, earliest, latest) values (?, ?, ?, ?)
  on conflict (workspace_id, stretch) do update set
    earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)`

/** SQLite: with every request that gets into the index, in the same unit; a walk along its ids relies on it. */
export function widenStretches(
  rows: readonly Pick<RequestRow, 'workspace_id' | 'id' | 'started_at'>[],
): CompiledQuery[] {
  const stretches = Map.groupBy(
    rows,
    ({ workspace_id, id }) => `${workspace_id} ${Math.floor(id / stretchLength)}`,
  )
  return [...stretches.values()].map((own) => {
    const times = own.map(({ started_at }) => started_at)
    const [{ workspace_id, id }] = own as [RequestRow]
    return CompiledQuery.raw(widenText, [
      workspace_id,
      Math.floor(id / stretchLength),
      Math.min(...times),
      Math.max(...times),
    ])
  })
}
