import { ClickHouse, LogCopy } from '../../src/server/clickhouse-copy/copy-tools.ts'
import type { CopiedApp } from './copied-app.ts'

/**
 * Copies a batch, and dies at a step: before or after a transaction or a call of ClickHouse. A copy that died is never
 * continued, so that none of its code runs afterwards, as after a SIGKILL. Returns the number of steps; null if the copy
 * died.
 */
export async function copyUntilStep(
  { app, server }: Pick<CopiedApp, 'app' | 'server'>,
  table: 'requests' | 'traces',
  step: number,
): Promise<number | null> {
  const { promise: death, resolve: die } = Promise.withResolvers<null>()
  let steps = 0
  const countStep = async () => {
    if (++steps !== step) return
    die(null)
    await new Promise<never>(() => {})
  }
  const counting = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(_target, name) {
        const member = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (!names.includes(String(name))) return member.bind(target)
        return async (...args: unknown[]) => {
          await countStep()
          const result = await member.apply(target, args)
          await countStep()
          return result
        }
      },
    })
  const client = new ClickHouse(server.config)
  const store = counting(app.context.store, ['transact'])
  const copy = new LogCopy(store, counting(client, ['insert', 'rows', 'command']), 0)
  const copying = copy[table].copyBatch().then(() => steps)
  try {
    return await Promise.race([death, copying])
  } finally {
    await client.close()
  }
}
