import { sql } from 'kysely'
import type { Store } from '../db/index.ts'

/** Counts the open jobs of all workspaces. */
export function countOpenJobs({ scan }: Store) {
  return scan
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      sql<string>`case when state = 'queued' and attempts > 0 then 'retrying' else state end`.as('progress'),
      fn.countAll<number>().as('count'),
      fn.min<number>('ready_at').as('ready_at'),
    ])
    .where('state', 'in', ['queued', 'leased'])
    .groupBy(['kind', 'progress'])
    .orderBy('kind')
    .orderBy('progress')
    .execute()
}
