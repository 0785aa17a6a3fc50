// Copies one batch in a process of its own, which kills itself before a step: `node copier.ts {storage,
// clickhouse, table, step}`. If it is not killed, it prints the number of steps.
import { openStore } from '../../src/server/db/index.ts'
import { ClickHouse, LogCopy } from '../../src/server/log-copy/copy-tools.ts'

const { storage, clickhouse, table, step } = JSON.parse(process.argv[2]!)
let steps = 0

/** Counts steps: one begins before and one after each call of these methods. */
const counting = <T extends object>(target: T, names: readonly string[]): T =>
  new Proxy(target, {
    get(_target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (!names.includes(String(name))) return member.bind(target)
      return async (...args: unknown[]) => {
        if (++steps === step) process.kill(process.pid, 'SIGKILL')
        const result = await member.apply(target, args)
        if (++steps === step) process.kill(process.pid, 'SIGKILL')
        return result
      }
    },
  })

const store = await openStore(storage)
const client = new ClickHouse(clickhouse)
const copy = new LogCopy(counting(store, ['transact']), counting(client, ['insert', 'rows', 'command']), 0)
await (table === 'traces' ? copy.traces : copy.requests).copyBatch()
await client.close()
await store.close()
console.log(steps)
