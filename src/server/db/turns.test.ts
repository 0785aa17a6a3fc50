import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { freshStorage } from '../../../test/kit/app.ts'
import { asStartedBy } from '../started-by.ts'
import { migrate, openStore, type Store } from './index.ts'

async function setUp(context: TestContext): Promise<Store> {
  const { config, drop } = await freshStorage()
  await migrate(config)
  const store = await openStore(config)
  context.after(async () => {
    await store.close()
    await drop()
  })
  return store
}

/** Transactions that stay open until `endNext`. */
function transactions(store: Store) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const begin = (workspace: number) =>
    asStartedBy({ workspace, role: 'viewer' }, () =>
      store.transact(async (tx) => {
        // The first statement takes the connection.
        await tx.selectFrom('workspaces').select('id').execute()
        begun.push(workspace)
        await new Promise<void>((end) => ends.push(end))
      }),
    )
  const endNext = async () => {
    while (ends.length === 0) await turn()
    ends.shift()!()
  }
  return { begun, begin, endNext, hasBegun: (workspace: number) => begun.includes(workspace) }
}

test('a transaction waits for at most one of another workspace', async (context) => {
  const store = await setUp(context)
  const { begun, begin, endNext, hasBegun } = transactions(store)
  const hostile = Array.from({ length: 20 }, () => begin(1))
  while (!hasBegun(1)) await turn()
  const quiet = begin(2)
  await turn()
  // SQLite writes one transaction after the other; PostgreSQL has a connection left.
  if (store.dialect === 'sqlite') await endNext()
  while (!hasBegun(2)) await turn()
  assert.ok(begun.filter((workspace) => workspace === 1).length <= (store.dialect === 'sqlite' ? 1 : 8))
  for (let left = 20 + (store.dialect === 'sqlite' ? 0 : 1); left > 0; left--) await endNext()
  await Promise.all([...hostile, quiet])
  assert.equal(begun.length, 21)
})
