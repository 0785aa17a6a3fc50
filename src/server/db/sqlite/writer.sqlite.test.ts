import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { commitsIn } from '../../../../test/crash/write-ahead-log.ts'
import { ConditionFailedError } from '../store.ts'
import type { WriterLimits } from './messages.ts'
import { SqliteError, SqliteWriter, WriterLostError } from './writer.ts'

const insert = (value: number) => ({ sql: 'insert into numbers values (?)', parameters: [value] })
const broken = { sql: 'insert into nothing values (1)', parameters: [] }

function setUp(context: TestContext, limits?: Partial<WriterLimits>) {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  const file = join(folder, 'numbers.db')
  const other = new DatabaseSync(file, { timeout: 5_000 })
  other.exec('pragma journal_mode = wal; create table numbers (value integer primary key)')
  let thread: Worker | undefined
  process.once('worker', (worker: Worker) => {
    thread = worker
  })
  const writer = new SqliteWriter(file, limits)
  context.after(async () => {
    await writer.close()
    other.close()
    rmSync(folder, { recursive: true })
  })
  const numbers = () =>
    other
      .prepare('select value from numbers')
      .all()
      .map((row) => row['value'])
  return { file, writer, other, numbers, thread: () => thread! }
}

/** The reason of a promise that must fail. */
const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => assert.fail('it did not fail'),
    (error: Error) => error,
  )

const settled = (promise: Promise<unknown>) => Promise.race([promise.then(() => 'settled'), turns(20)])

/** Waits 5 ms `count` times, in which the writer thread answers all earlier messages. */
async function turns(count: number): Promise<'waiting'> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
  return 'waiting'
}

test('a failed unit is rolled back and does not affect other units of its commit', async (context) => {
  const { writer, numbers, file } = setUp(context)
  const before = commitsIn(file)
  const results = await Promise.allSettled([
    writer.unit([insert(1), insert(2)]),
    writer.unit([insert(3), insert(1)]),
    writer.unit([insert(4), broken]),
    writer.unit([insert(5)]),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(numbers(), [1, 2, 5])
  assert.equal(commitsIn(file) - before, 1)
})

test('a unit gives the result of its last statement', async (context) => {
  const { writer } = setUp(context)
  assert.deepEqual(
    await writer.unit([
      insert(1),
      insert(2),
      { sql: 'update numbers set value = value + 10', parameters: [] },
    ]),
    {
      rows: [],
      changes: 2,
    },
  )
  const { rows } = await writer.unit([{ sql: 'delete from numbers returning value', parameters: [] }])
  assert.deepEqual(
    rows.map((row) => ({ ...(row as object) })),
    [{ value: 11 }, { value: 12 }],
  )
})

test('concurrent units share a commit and are durable when they resolve', async (context) => {
  const { writer, numbers, file } = setUp(context)
  const before = commitsIn(file)
  await Promise.all(Array.from({ length: 64 }, (_, value) => writer.unit([insert(value)])))
  assert.equal(numbers().length, 64)
  assert.equal(commitsIn(file) - before, 1)
})

test('no commit holds more than 512 units', async (context) => {
  const { writer, numbers, file } = setUp(context)
  const before = commitsIn(file)
  await Promise.all(Array.from({ length: 1100 }, (_, value) => writer.unit([insert(value)])))
  assert.equal(numbers().length, 1100)
  // A busy machine may begin a commit before all units have arrived.
  const commits = commitsIn(file) - before
  assert.ok(commits >= 3, `${commits} commits`)
})

test('a transaction keeps units out, sees its own writes, and shows them to others when it ends', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  await writer.execute(insert(1))
  const unit = writer.unit([insert(2)])
  const { rows } = await writer.execute({ sql: 'select count(*) as count from numbers', parameters: [] })
  assert.equal((rows[0] as { count: number }).count, 1)
  assert.deepEqual(numbers(), [])
  assert.equal(await settled(unit), 'waiting')
  await writer.end(true)
  release()
  await unit
  assert.deepEqual(numbers(), [1, 2])
})

test('a failed enqueued statement rolls back its transaction, and later statements fail with its error', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  writer.enqueue(insert(1))
  writer.enqueue(broken)
  writer.enqueue(insert(2))
  const later = failureOf(writer.execute(insert(3)))
  const end = failureOf(writer.end(true))
  release()
  assert.match((await later).message, /syntax error/)
  assert.match((await end).message, /syntax error/)
  assert.deepEqual(numbers(), [])

  const releaseNext = await writer.begin()
  writer.enqueue(insert(4))
  await writer.end(true)
  releaseNext()
  assert.deepEqual(numbers(), [4])
})

test('a transaction can be rolled back after a failed enqueued statement', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  writer.enqueue(insert(1))
  writer.enqueue(broken)
  await writer.end(false)
  release()
  await writer.unit([insert(2)])
  assert.deepEqual(numbers(), [2])
})

test('an enqueued condition that changes no row fails the transaction', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  writer.enqueue(insert(1))
  writer.enqueue({ sql: 'delete from numbers where value = 7', parameters: [], isCondition: true })
  assert.ok((await failureOf(writer.execute(insert(2)))) instanceof ConditionFailedError)
  assert.ok((await failureOf(writer.end(true))) instanceof ConditionFailedError)
  release()
  assert.deepEqual(numbers(), [])
})

test('an enqueued statement that cannot be cloned fails its transaction', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  writer.enqueue(insert(1))
  writer.enqueue({ sql: 'insert into numbers values (?)', parameters: [() => {}] })
  assert.match((await failureOf(writer.end(true))).message, /could not be cloned/)
  release()
  assert.deepEqual(numbers(), [])
})

/** Counts the rows that existed when the transaction began. */
const countOf = ({ rows }: { rows: unknown[] }) => (rows[0] as { count: number }).count
const counting = { sql: 'select count(*) as count from numbers', parameters: [] }

test('waiting units are committed before a waiting transaction', async (context) => {
  const { writer } = setUp(context)
  const release = await writer.begin()
  const next = writer.takeTurn()
  const units: Promise<unknown>[] = []
  const ended = writer.end(true)
  release()
  const { release: releaseNext } = await next
  const seen = writer.execute(counting)
  const endedNext = writer.end(true)
  releaseNext()
  // One message carries the end, the beginning of the next transaction with its statement, and the units.
  for (let value = 0; value < 3; value++) units.push(writer.unit([insert(value)]))
  await Promise.all([ended, endedNext, ...units])
  assert.equal(countOf(await seen), 3)
})

test('a waiting transaction begins after one commit of units', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  const next = writer.takeTurn()
  const ended = writer.end(true)
  release()
  const { release: releaseNext } = await next
  const seen = writer.execute(counting)
  const endedNext = writer.end(true)
  releaseNext()
  const units = Array.from({ length: 1100 }, (_, value) => writer.unit([insert(value)]))
  await Promise.all([ended, endedNext, ...units])
  // The count includes the units of the same message; the number of further units depends on the timing of
  // the threads.
  const before = countOf(await seen)
  assert.ok(before > 0 && before <= 512, `${before} units went before it`)
  assert.equal(numbers().length, 1100)
})

test('a checkpoint waits for the open transaction, and the log restarts', async (context) => {
  const { writer, other, numbers } = setUp(context)
  const lengthOfLog = () => Number(other.prepare('pragma wal_checkpoint(noop)').get()!['log'])
  for (let value = 0; value < 20; value++) await writer.unit([insert(value)])
  const release = await writer.begin()
  const checkpoint = writer.checkpoint()
  await writer.execute(insert(20))
  await writer.end(true)
  release()
  await checkpoint
  const length = lengthOfLog()
  await writer.unit([insert(21)])
  assert.ok(lengthOfLog() < length, 'the log has gone on')
  assert.equal(numbers().length, 22)
})

test('transactions run one by one, and a rolled back one changes nothing', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  const next = writer.begin()
  assert.equal(await settled(next), 'waiting')
  await writer.execute(insert(1))
  await writer.end(false)
  release()
  const releaseNext = await next
  await writer.execute(insert(2))
  await writer.end(true)
  releaseNext()
  assert.deepEqual(numbers(), [2])
})

test('a silent transaction is rolled back, and waiting writes continue', async (context) => {
  const { writer, numbers } = setUp(context, { transactionSilence: 50 })
  const release = await writer.begin()
  await writer.execute(insert(1))
  // Resolves only because the silence ends the transaction.
  await writer.unit([insert(2)])
  assert.match((await failureOf(writer.execute(insert(3)))).message, /sent no statement for too long/)
  assert.match((await failureOf(writer.end(true))).message, /sent no statement for too long/)
  release()
  assert.deepEqual(numbers(), [2])

  const releaseNext = await writer.begin()
  await writer.execute(insert(4))
  await writer.end(true)
  releaseNext()
  assert.deepEqual(numbers(), [2, 4])
})

test('after a rollback by SQLite no further statement of the transaction is committed', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  await writer.execute(insert(1))
  await failureOf(writer.execute({ sql: 'insert or rollback into numbers values (1)', parameters: [] }))
  assert.match((await failureOf(writer.execute(insert(2)))).message, /was rolled back/)
  await failureOf(writer.end(true))
  release()
  assert.deepEqual(numbers(), [])
  await writer.unit([insert(3)])
  assert.deepEqual(numbers(), [3])
})

test('if SQLite rolls back a shared commit, all its units fail', async (context) => {
  const { writer, numbers } = setUp(context)
  const everything = { sql: 'insert or rollback into numbers values (1)', parameters: [] }
  const writes = [
    writer.unit([insert(1)]),
    writer.unit([insert(2)]),
    writer.unit([everything]),
    writer.unit([insert(3)]),
  ]
  const results = await Promise.allSettled(writes)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(numbers(), [3])
})

test('the writer waits for the lock of another process', async (context) => {
  const { writer, other, numbers } = setUp(context)
  other.exec('begin immediate')
  other.exec('insert into numbers values (1)')
  const unit = writer.unit([insert(2)])
  assert.equal(await settled(unit), 'waiting')
  other.exec('commit')
  await unit
  assert.deepEqual(numbers(), [1, 2])
})

test('while another process locks the file, all waiting writes fail together, and later writes succeed', async (context) => {
  const { writer, other, numbers } = setUp(context, { lockWait: 100 })
  other.exec('begin immediate')
  const started = performance.now()
  const failures = await Promise.all(
    Array.from({ length: 64 }, (_, value) => failureOf(writer.unit([insert(value)]))),
  )
  for (const failure of failures) assert.equal((failure as SqliteError).errcode, 5)
  assert.ok(performance.now() - started < 64 * 100, 'they were refused one after another')
  assert.ok((await failureOf(writer.begin())) instanceof SqliteError)
  other.exec('commit')
  await writer.unit([insert(1)])
  assert.deepEqual(numbers(), [1])
})

test('close waits for earlier requests and refuses later ones', async (context) => {
  const { writer, numbers } = setUp(context)
  const release = await writer.begin()
  const unit = writer.unit([insert(2)])
  const closing = writer.close()
  assert.equal(await settled(closing), 'waiting')
  await writer.execute(insert(1))
  await writer.end(true)
  release()
  await Promise.all([unit, closing])
  assert.deepEqual(numbers(), [1, 2])
  assert.match((await failureOf(writer.unit([insert(3)]))).message, /closed/)
  assert.match((await failureOf(writer.begin())).message, /closed/)
})

test('requests after close are refused and not sent to the thread', async (context) => {
  const { writer, numbers, thread } = setUp(context)
  await writer.unit([insert(1)])
  const errors: unknown[] = []
  thread().on('error', (error) => errors.push(error))
  const closing = writer.close()
  for (let ticks = 0; ticks < 3; ticks++) await Promise.resolve()
  const late = [writer.unit([insert(2)]), writer.begin(), writer.execute(insert(3))].map(failureOf)
  writer.enqueue(insert(4))
  await new Promise((resolve) => setImmediate(resolve))
  // The thread has time to answer; an unsupported message would end the thread.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  for (const failure of await Promise.all(late)) assert.match(failure.message, /closed/)
  await closing
  assert.deepEqual([numbers(), errors], [[1], []])
})

test('if the thread ends unexpectedly, pending and later writes fail at once and the loss is reported', async (context) => {
  const { writer, other, numbers, thread } = setUp(context)
  const release = await writer.begin()
  await writer.execute(insert(1))
  const pending = [writer.unit([insert(2)]), writer.begin()].map(failureOf)
  await thread().terminate()
  release()
  assert.ok((await writer.lost) instanceof WriterLostError)
  for (const failure of await Promise.all(pending)) assert.ok(failure instanceof WriterLostError)
  for (const later of [writer.unit([insert(3)]), writer.begin(), writer.execute(insert(4)), writer.end(true)])
    assert.ok((await failureOf(later)) instanceof WriterLostError)
  assert.deepEqual(numbers(), [])
  other.exec('insert into numbers values (5)')
})

test('a value that cannot be cloned fails only its unit', async (context) => {
  const { writer, numbers } = setUp(context)
  const neighbour = writer.unit([insert(1)])
  const failure = await failureOf(writer.unit([{ sql: 'select ?', parameters: [() => {}] }]))
  assert.match(failure.message, /could not be cloned/)
  await neighbour
  assert.deepEqual(numbers(), [1])
})

test('a value that cannot be cloned fails only its unit, also if a full message carries it', async (context) => {
  const { writer, numbers } = setUp(context)
  const units: Promise<unknown>[] = []
  for (let value = 1; value <= 15; value++) units.push(writer.unit([insert(value)]))
  const failure = failureOf(writer.unit([{ sql: 'select ?', parameters: [() => {}] }]))
  for (let value = 16; value <= 40; value++) units.push(writer.unit([insert(value)]))
  assert.match((await failure).message, /could not be cloned/)
  await Promise.all(units)
  assert.equal(numbers().length, 40)
})
