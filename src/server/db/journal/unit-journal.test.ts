import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshStorage } from '../../../../test/kit/app.ts'
import { migrate, openStore, prepared, preparedRead, type Store } from '../index.ts'
import { openJournal } from './unit-journal.ts'

const insertWorkspace = prepared<{ id: number; name: string }>((db, slot) =>
  db
    .insertInto('workspaces')
    .values({ id: slot('id'), name: slot('name'), registry_revision: 0, created_at: 1, deleted_at: null }),
)
const allNames = preparedRead<{ from: number }, { name: string }>('test_journal_names', (db, slot) =>
  db.selectFrom('workspaces').select('name').where('id', '>=', slot('from')).orderBy('id'),
)
const namesIn = async (store: Store) => (await allNames(store, { from: 0 })).map(({ name }) => name)

test('the units of a killed process are written once by the next one, but not while it lives', async (context) => {
  const { config, drop } = await freshStorage()
  await migrate(config)
  const store = await openStore(config)
  context.after(async () => {
    await store.close()
    await drop()
  })
  const reported: unknown[] = []
  const options = { ...config, report: (error: unknown) => reported.push(error) }

  const never = Promise.withResolvers<void>()
  const stuck: Store = Object.create(store, { append: { value: () => never.promise } })
  const journal = openJournal(stuck, options)
  const one = insertWorkspace(store, { id: 1, name: 'one' })
  const two = insertWorkspace(store, { id: 2, name: 'two' })
  const three = insertWorkspace(store, { id: 3, name: 'three' })
  const appending = [one, two, three].map((unit) => journal.append([unit]))
  await store.append([two])
  const next = openJournal(store, options)
  assert.equal(await next.recover(), 0)
  assert.deepEqual(await namesIn(store), ['two'])

  // The files of a killed process: no process holds their lock, and the last record is incomplete.
  const folder = join(config.folder, 'answers', readdirSync(join(config.folder, 'answers'))[0]!)
  const dead = join(folder, '7.0.journal')
  copyFileSync(join(folder, '0.0.journal'), dead)
  writeFileSync(dead, 'torn', { flag: 'a' })
  writeFileSync(join(folder, '7.lock'), '')
  assert.equal(await next.recover(), 1)
  assert.deepEqual(await namesIn(store), ['one', 'two', 'three'])
  assert.equal(existsSync(dead), false)
  assert.deepEqual(reported, [])
  assert.equal(await next.recover(), 0)

  never.resolve()
  await Promise.all(appending)
  journal.close()
  next.close()
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.journal')),
    [],
  )
})

test('a kill during announced work is reported even without units', async (context) => {
  const { config, drop } = await freshStorage()
  const store = await openStore(config)
  context.after(async () => {
    await store.close()
    await drop()
  })
  const options = { ...config, report: assert.ifError }
  const journal = openJournal(store, options)
  const end = journal.announceWork()
  const folder = join(config.folder, 'answers', readdirSync(join(config.folder, 'answers'))[0]!)
  const next = openJournal(store, options)
  assert.equal(await next.recover(), 0)
  copyFileSync(join(folder, '0.0.journal'), join(folder, '7.0.journal'))
  writeFileSync(join(folder, '7.lock'), '')
  assert.equal(await next.recover(), 1)
  assert.equal(await next.recover(), 0)

  context.mock.timers.enable({ apis: ['setTimeout'] })
  journal.announceWork()()
  context.mock.timers.tick(10_000)
  assert.ok(existsSync(join(folder, '0.0.journal')))
  end()
  context.mock.timers.tick(10_000)
  assert.ok(!existsSync(join(folder, '0.0.journal')))
  journal.close()
  next.close()
})
