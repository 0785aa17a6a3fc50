import { sql } from 'kysely'
import { type Database, deleteRows, type Tx } from '../db/index.ts'

export async function attemptsOf(db: Database, subject: string, after: number): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('failures')
    .where('subject', '=', subject)
    .where('since', '>', after)
    .executeTakeFirst()
  return row?.failures ?? 0
}

/**
 * Counts an attempt and returns the count within a window of milliseconds. It is one statement, so concurrent attempts
 * get different counts.
 */
export async function countAttempt(tx: Tx, subject: string, now: number, window: number): Promise<number> {
  const windowStart = now - window
  const { failures } = await tx
    .insertInto('sign_in_attempts')
    .values({ subject, failures: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`case when sign_in_attempts.since > ${windowStart} then sign_in_attempts.failures + 1 else 1 end`,
        since: sql<number>`case when sign_in_attempts.since > ${windowStart} then sign_in_attempts.since else ${now} end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return Number(failures)
}

/** Deletes the counts of all kinds whose window has ended. */
export async function forgetOldAttempts(tx: Tx, before: number) {
  await tx.deleteFrom('sign_in_attempts').where('since', '<=', before).execute()
}

export const forgetAttempts = (tx: Tx, subject: string) => deleteRows(tx, 'sign_in_attempts', { subject })
