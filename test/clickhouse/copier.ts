// Copies one batch in a process of its own, and kills itself before a step: `node copier.ts {storage, clickhouse, step}`.
// Prints how many steps there were if it was not killed.
import { openStore } from '../../src/server/db/index.ts'
import { ClickHouse, LogCopy } from '../../src/server/requests/clickhouse/index.ts'

const { storage, clickhouse, step } = JSON.parse(process.argv[2]!)
let steps = 0

/** Before and after each call, the next step begins. */
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
await copy.copyBatch()
await client.close()
await store.close()
console.log(steps)
