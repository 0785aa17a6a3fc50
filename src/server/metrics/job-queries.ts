import type { Store } from '../db/index.ts'

/** Open jobs of all workspaces. */
export function countOpenJobs({ scan }: Store) {
  return scan
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      'state',
      fn.countAll<number>().as('count'),
      fn.min<number>('ready_at').as('ready_at'),
    ])
    .where('state', 'in', ['queued', 'leased'])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute()
}
