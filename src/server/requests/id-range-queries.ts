/** Ids in one id range; the migration has the same number. */
export const idRangeLength = 1024

/** Widens the bounds of an existing id range, in the unit that indexes the request. */
export const widenOnConflict = `on conflict (workspace_id, stretch) do update set
    earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)`
