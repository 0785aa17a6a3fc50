import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openStore, type Store } from '../../src/server/db/index.ts'
import { type JobHandler, Jobs, JobWorker, type Lease, LeaseLost } from '../../src/server/jobs/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { createWorkspace } from '../../src/server/workspaces/index.ts'
import { migratedStorage } from '../kit/app.ts'
import { until } from '../kit/until.ts'

describe('jobs', () => {
  let store: Store
  let jobs: Jobs
  let workspace: WorkspaceId
  let drop: () => Promise<void>
  const workers: JobWorker[] = []
  const reports: unknown[] = []
  before(async () => {
    const storage = await migratedStorage()
    drop = storage.drop
    await migrate(storage.config)
    store = await openStore(storage.config)
    jobs = new Jobs(store, Date.now)
    workspace = (await createWorkspace(store, { name: 'w', now: Date.now() })).workspaceId as WorkspaceId
  })
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await store.close()
    await drop()
  })

  const work = (handler: JobHandler, options = {}) => {
    const report = (error: unknown) => reports.push(error)
    const worker = new JobWorker(store, jobs, [handler], { now: Date.now, report, ...options })
    workers.push(worker)
    return worker
  }
  const enqueue = async (kind: string, run: string, count = 1) => {
    const all = Array.from({ length: count }, (_none, turn) => ({ kind, run, turn, payload: { turn } }))
    await store.transact((tx) => jobs.enqueue(tx, workspace, all))
    jobs.wake()
  }
  const finished = async (run: string) => {
    const { queued, leased } = await jobs.count(workspace, run)
    return queued + leased === 0
  }
  const turnOf = ({ payload }: Lease) => (payload as { turn: number }).turn

  it('are each done once, also by several workers, and the smaller run does not wait for the larger', async () => {
    const order: string[] = []
    const handler: JobHandler = {
      kind: 'count',
      async run(lease) {
        await lease.commit(async () => order.push(`${lease.run} ${turnOf(lease)}`))
        return { kind: 'done' }
      },
    }
    await enqueue('count', 'large', 200)
    await enqueue('count', 'small', 3)
    work(handler, { size: 2 })
    work(handler, { size: 2 })
    await until(async () => (await finished('large')) && (await finished('small')))
    assert.equal(new Set(order).size, 203)
    assert.equal(order.length, 203)
    assert.ok(order.indexOf('small 2') < 20, `it came as number ${order.indexOf('small 2')}`)
  })

  it('are taken over when the lease of a process expires, and its later writes are refused', async () => {
    let silent: Lease | undefined
    let begun = 0
    const handler: JobHandler = {
      kind: 'silent',
      async run(lease) {
        if (++begun === 1) {
          silent = lease
          // The lease expires meanwhile, because heartbeats never reach this store.
          await sleep(400)
          await assert.rejects(
            lease.commit(async () => assert.fail('written')),
            LeaseLost,
          )
          throw new LeaseLost('as it must')
        }
        await lease.commit(async () => undefined)
        return { kind: 'done' }
      },
    }
    const deaf = new Proxy(store, {
      get: (target, name) =>
        name === 'transact' && begun > 0 && !silent?.signal.aborted
          ? (task: never) => (String(task).includes('prolongAll') ? Promise.resolve() : target.transact(task))
          : Reflect.get(target, name),
    })
    const first = new JobWorker(deaf, jobs, [handler], {
      now: Date.now,
      report: () => {},
      leaseMilliseconds: 100,
    })
    workers.push(first)
    await enqueue('silent', 'silent')
    await until(() => begun === 1)
    work(handler)
    await until(() => finished('silent'))
    assert.equal(begun, 2)
    assert.equal((await jobs.count(workspace, 'silent')).done, 1)
  })

  it('stop when their run is cancelled: no job starts, no result is written', async () => {
    const written: number[] = []
    const started: number[] = []
    const handler: JobHandler = {
      kind: 'slow',
      async run(lease) {
        started.push(turnOf(lease))
        await sleep(60_000, undefined, { signal: lease.signal }).catch(() => {})
        await lease.commit(async (tx) => {
          await tx.selectFrom('workspaces').select('id').execute()
          written.push(turnOf(lease))
        })
        return { kind: 'done' }
      },
    }
    const worker = work(handler, { size: 3 })
    await enqueue('slow', 'cancelled', 10)
    await until(() => started.length === 3)
    assert.equal(await store.transact((tx) => jobs.cancel(tx, workspace, 'cancelled')), 10)
    jobs.cancelled('cancelled')
    await until(() => worker.progress().running === 0)
    assert.deepEqual([written, started.length], [[], 3])
    assert.equal((await jobs.count(workspace, 'cancelled')).cancelled, 10)
  })

  it('that end in the transaction of their result are rolled back if their lease is lost', async () => {
    const outcomes: unknown[] = []
    const handler: JobHandler = {
      kind: 'ahead',
      async run(lease) {
        await sleep(60_000, undefined, { signal: lease.signal }).catch(() => {})
        const added = [{ kind: 'nobody', run: 'added', turn: 0, payload: {} }]
        await lease
          .finish((tx) => jobs.enqueue(tx, workspace, added))
          .catch((error) => {
            outcomes.push(error)
            throw error
          })
        return { kind: 'done' }
      },
    }
    const worker = work(handler)
    await enqueue('ahead', 'ahead')
    await until(() => worker.progress().running === 1)
    await store.transact((tx) => jobs.cancel(tx, workspace, 'ahead'))
    jobs.cancelled('ahead')
    await until(() => worker.progress().running === 0)
    assert.ok(outcomes.length === 1 && outcomes[0] instanceof LeaseLost)
    const { queued, leased, done } = await jobs.count(workspace, 'added')
    assert.equal(queued + leased + done, 0)
  })

  it('stop after a cancel in another process', async () => {
    let aborted = false
    const handler: JobHandler = {
      kind: 'far',
      async run(lease) {
        await sleep(60_000, undefined, { signal: lease.signal }).catch(() => {})
        aborted = true
        return { kind: 'done' }
      },
    }
    const worker = work(handler)
    await enqueue('far', 'far')
    await until(() => worker.progress().running === 1)
    await store.transact((tx) => new Jobs(store, Date.now).cancel(tx, workspace, 'far'))
    await until(() => aborted)
    await until(() => worker.progress().running === 0)
    assert.equal((await jobs.count(workspace, 'far')).cancelled, 1)
  })

  it('are retried after an error, and their room is called when they finally fail', async () => {
    let tries = 0
    const failures: unknown[] = []
    const handler: JobHandler = {
      kind: 'broken',
      async run() {
        tries++
        throw new Error('no luck')
      },
      async failed(_tx, job) {
        failures.push(job)
      },
    }
    work(handler, { attempts: 3, retryMilliseconds: 1 })
    await enqueue('broken', 'broken')
    await until(() => finished('broken'))
    assert.equal(tries, 3)
    assert.deepEqual(failures, [{ workspace, run: 'broken', payload: { turn: 0 }, error: 'no luck' }])
    assert.equal((await jobs.count(workspace, 'broken')).failed, 1)
  })

  it('are retried until storage is available again, however often it is not', async () => {
    let runs = 0
    const handler: JobHandler = {
      kind: 'full',
      async run() {
        if (++runs < 9) throw new Error('The disk is full')
        return { kind: 'done' }
      },
    }
    const isFull = (error: unknown) => (error as Error).message === 'The disk is full'
    const fullStore = { ...store, isUnavailable: isFull }
    const options = { now: Date.now, report: () => {}, attempts: 3, retryMilliseconds: 1 }
    workers.push(new JobWorker(fullStore, jobs, [handler], options))
    await enqueue('full', 'full')
    await until(() => finished('full'))
    assert.deepEqual([(await jobs.count(workspace, 'full')).done, runs], [1, 9])
  })

  it('are retried after an outage in which their failures could not be recorded', async () => {
    let runs = 0
    const failure = new Error('The disk is full')
    const handler: JobHandler = {
      kind: 'silent outage',
      async run() {
        if (++runs < 6) throw failure
        return { kind: 'done' }
      },
    }
    const isFull = (error: unknown) => error === failure
    const transact: Store['transact'] = async (work) => {
      if (runs > 0 && runs < 6) throw new Error('The failure cannot be recorded')
      return store.transact(work)
    }
    // The report of a failed run ends its lease, so that the job is claimed again. Heartbeats fail at any time.
    let minutes = 0
    const now = () => Date.now() + minutes * 60_000
    const report = (error: unknown) => {
      if (error === failure) minutes++
    }
    const options = { now, report, attempts: 3 }
    await enqueue('silent outage', 'silent outage')
    workers.push(new JobWorker({ ...store, isUnavailable: isFull, transact }, jobs, [handler], options))
    await until(() => finished('silent outage'))
    assert.deepEqual([(await jobs.count(workspace, 'silent outage')).done, runs], [1, 6])
  })

  it('start again beside a running job after an outage in which their end could not be written', async () => {
    const [failure, unrecorded] = [new Error('The database is away'), new Error('It is still away')]
    const { promise: over, resolve: endLong } = Promise.withResolvers<void>()
    let runs = 0
    let isAway = false
    const long: JobHandler = {
      kind: 'long',
      async run() {
        await over
        return { kind: 'done' }
      },
    }
    const short: JobHandler = {
      kind: 'short',
      async run() {
        isAway = ++runs === 1
        if (isAway) throw failure
        return { kind: 'done' }
      },
    }
    let prolonged = 0
    const transact: Store['transact'] = async (work) => {
      if (isAway) throw unrecorded
      const result = await store.transact(work)
      if (String(work).includes('prolongAll')) prolonged++
      return result
    }
    // Two thirds of a lease pass after each heartbeat that extends leases.
    const now = () => Date.now() + prolonged * 10_000
    const report = (error: unknown) => {
      if (error === unrecorded) isAway = false
    }
    const isUnavailable = (error: unknown) => error === failure
    await enqueue('long', 'long')
    await enqueue('short', 'short')
    const away = { ...store, transact, isUnavailable }
    workers.push(new JobWorker(away, jobs, [long, short], { now, report }))
    await until(() => runs === 2 || prolonged === 10)
    assert.equal(runs, 2)
    endLong()
    await until(async () => (await finished('long')) && (await finished('short')))
  })

  it('that are due start after the clock was set back', async () => {
    const hour = 3_600_000
    let ahead = hour
    const now = () => Date.now() + ahead
    const early = new Jobs(store, now)
    let runs = 0
    const handler: JobHandler = {
      kind: 'early',
      async run() {
        runs++
        return { kind: 'done' }
      },
    }
    const enqueueEarly = (run: string, readyAt: number) =>
      store.transact((tx) =>
        early.enqueue(tx, workspace, [{ kind: 'early', run, turn: 0, payload: {}, readyAt }]),
      )
    await enqueueEarly('first', now())
    workers.push(new JobWorker(store, early, [handler], { now, report: () => {} }))
    await until(() => finished('first'))
    await enqueueEarly('later', now() + hour)
    await enqueueEarly('due', now())
    ahead = 0
    early.wake()
    await until(() => finished('due'))
    assert.equal(runs, 2)
    assert.equal((await jobs.count(workspace, 'later')).queued, 1)
  })

  it('that are due start after a restart at which the clock is set back', async () => {
    const hour = 3_600_000
    const before = Date.now() + 2 * hour
    const formerly = new Jobs(store, () => before)
    const enqueueFormerly = (run: string, readyAt: number) =>
      store.transact((tx) =>
        formerly.enqueue(tx, workspace, [{ kind: 'former', run, turn: 0, payload: {}, readyAt }]),
      )
    await enqueueFormerly('former due', before)
    await enqueueFormerly('former later', before + hour)
    work({ kind: 'former', run: async () => ({ kind: 'done' }) })
    await until(() => finished('former due'))
    assert.equal((await jobs.count(workspace, 'former later')).queued, 1)
  })

  it('go back when a worker stops, and do not count that as an attempt', async () => {
    const attempts: number[] = []
    const handler: JobHandler = {
      kind: 'stopped',
      async run({ id, signal }) {
        const job = await store.db
          .selectFrom('jobs')
          .select('attempts')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        attempts.push(Number(job.attempts))
        if (attempts.length < 4) await sleep(60_000, undefined, { signal })
        return { kind: 'done' }
      },
    }
    await enqueue('stopped', 'stopped')
    for (let start = 1; start <= 3; start++) {
      const worker = work(handler)
      await until(() => attempts.length === start)
      await worker.stop()
    }
    work(handler)
    await until(() => finished('stopped'))
    assert.deepEqual(attempts, [1, 1, 1, 1])
  })

  it('may reschedule themselves any number of times without a write', async () => {
    let runs = 0
    work({
      kind: 'patient',
      async run() {
        return ++runs < 12 ? { kind: 'again', at: Date.now() + 20 } : { kind: 'done' }
      },
    })
    await enqueue('patient', 'patient')
    await until(() => finished('patient'))
    assert.equal(runs, 12)
  })
})
