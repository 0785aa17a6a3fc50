import type { Context } from '../context.ts'
import type { SheetRow } from '../db/index.ts'
import { selectActive } from './run-queries.ts'

/** See `RunsPort.recheck`. */
export async function recheckRuns(
  { store, jobs }: Pick<Context, 'store' | 'jobs'>,
  sheets: Iterable<SheetRow>,
): Promise<void> {
  const active = []
  for (const sheet of sheets) active.push(...(await selectActive(store.db, sheet)))
  if (active.length > 0) await jobs.changed(active.map(({ id }) => id))
}
