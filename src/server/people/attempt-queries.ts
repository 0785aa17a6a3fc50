import { sql } from 'kysely'
import { type Database, deleteRows, type Tx } from '../db/index.ts'

/** True if the count began within a window before or after the time: the clock may have been set back. */
const isInWindow = (now: number, window: number) =>
  sql<boolean>`sign_in_attempts.since > ${now - window} and sign_in_attempts.since < ${now + window}`

export async function attemptsOf(
  db: Database,
  subject: string,
  now: number,
  window: number,
): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('failures')
    .where('subject', '=', subject)
    .where(isInWindow(now, window))
    .executeTakeFirst()
  return row?.failures ?? 0
}

/**
 * Counts an attempt and returns the count within a window of milliseconds. It is one statement, so concurrent attempts
 * get different counts.
 */
export async function countAttempt(tx: Tx, subject: string, now: number, window: number): Promise<number> {
  const isCurrent = isInWindow(now, window)
  const { failures } = await tx
    .insertInto('sign_in_attempts')
    .values({ subject, failures: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`case when ${isCurrent} then sign_in_attempts.failures + 1 else 1 end`,
        since: sql<number>`case when ${isCurrent} then sign_in_attempts.since else ${now} end`,
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
