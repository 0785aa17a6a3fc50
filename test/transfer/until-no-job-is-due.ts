import type { TestApp } from '../kit/app.ts'
import { until } from '../kit/until.ts'

/** Waits until no job is due. */
export async function untilNoJobIsDue({ context: { store } }: TestApp): Promise<void> {
  await until(
    () =>
      store.db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('open'))
        .where('state', 'in', ['queued', 'leased'])
        .where('ready_at', '<', Date.now() + 60_000)
        .executeTakeFirstOrThrow(),
    ({ open }) => open === 0,
  )
}
