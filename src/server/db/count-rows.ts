import type { SelectQueryBuilder } from 'kysely'

/** The number of rows that a query without a selection matches. */
export async function countRows<Db, Table extends keyof Db>(
  query: SelectQueryBuilder<Db, Table, object>,
): Promise<number> {
  const row = await query.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number((row as { readonly count: unknown }).count)
}
