import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '../kit/app.ts'

/** Waits until no job is due. */
export async function settled({ context: { store } }: TestApp): Promise<void> {
  for (;;) {
    const { open } = await store.db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .where('state', 'in', ['queued', 'leased'])
      .where('ready_at', '<', Date.now() + 60_000)
      .executeTakeFirstOrThrow()
    if (open === 0) return
    await sleep(20)
  }
}
