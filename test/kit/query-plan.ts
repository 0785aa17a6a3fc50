import { CompiledQuery } from 'kysely'
import type { Store } from '../../src/server/db/index.ts'

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The steps of SQLite's plan for a query. */
export async function sqlitePlan(store: Store, { sql, parameters }: Query): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]) as CompiledQuery<{
    detail: string
  }>
  return (await store.timedQuery(explained, 10_000)).map(({ detail }) => detail)
}

/** PostgreSQL's plan for a query. Sequential scans are off, because the planner prefers them for small tables. */
export async function postgresPlan(
  store: Store,
  { sql, parameters }: Query,
  methodsOff: readonly string[] = ['seqscan'],
): Promise<string> {
  return store.transact(async (tx) => {
    for (const method of methodsOff)
      await tx.executeQuery(CompiledQuery.raw(`set local enable_${method} = off`))
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
    return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
  })
}
