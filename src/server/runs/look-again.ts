import type { Context } from '../context.ts'
import type { SheetRow } from '../db/index.ts'
import { selectActive } from './run-queries.ts'

/**
 * Columns of these sheets were changed or taken away: runs of them end at once what is not wanted any more, so that
 * nothing of it begins after the answer. To be called when the change stands.
 */
export async function lookAgain(
  { store, jobs }: Pick<Context, 'store' | 'jobs'>,
  sheets: Iterable<SheetRow>,
): Promise<void> {
  const active = []
  for (const sheet of sheets) active.push(...(await selectActive(store.db, sheet)))
  if (active.length > 0) await jobs.changed(active.map(({ id }) => id))
}
