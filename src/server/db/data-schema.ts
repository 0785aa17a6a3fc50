import type { Store } from './store.ts'

/** The number of the newest migration of the data, which may be newer than this program; null if storage does not answer. */
export async function dataSchema({ db }: Pick<Store, 'db'>): Promise<number | null> {
  try {
    const { newest } = await db
      .selectFrom('schema_migrations')
      .select(({ fn }) => fn.max<number>('number').as('newest'))
      .executeTakeFirstOrThrow()
    return newest
  } catch {
    return null
  }
}
