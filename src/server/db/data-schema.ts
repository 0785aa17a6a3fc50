import type { Store } from './store.ts'

/** The number of the data's newest migration, which a newer program may have applied; null if storage does not answer. */
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
