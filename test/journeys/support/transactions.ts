import { sql } from 'kysely'
import type { TestApp } from '../../kit/app.ts'

/** Number of transactions of the PostgreSQL database so far. A query outside a transaction counts as one. */
export async function transactions(app: TestApp): Promise<number> {
  const { rows } = await sql<{ count: string }>`select pg_stat_clear_snapshot(),
    xact_commit as count from pg_stat_database where datname = current_database()`.execute(
    app.context.store.db,
  )
  return Number(rows[0]!.count)
}
