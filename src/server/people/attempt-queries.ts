import { sql } from 'kysely'
import type { Database, Tx } from '../db/index.ts'

export async function failuresOf(db: Database, subject: string, after: number): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('failures')
    .where('subject', '=', subject)
    .where('since', '>', after)
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Counts one more failure; a count older than `after` begins anew. */
export async function addFailure(tx: Tx, subject: string, now: number, after: number) {
  await tx
    .insertInto('sign_in_attempts')
    .values({ subject, failures: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`case when sign_in_attempts.since > ${after} then sign_in_attempts.failures + 1 else 1 end`,
        since: sql<number>`case when sign_in_attempts.since > ${after} then sign_in_attempts.since else ${now} end`,
      }),
    )
    .execute()
  await tx.deleteFrom('sign_in_attempts').where('since', '<=', after).execute()
}

export async function forgetFailures(tx: Tx, subject: string) {
  await tx.deleteFrom('sign_in_attempts').where('subject', '=', subject).execute()
}
