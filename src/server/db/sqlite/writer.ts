import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { FairQueue } from '../../../engine/schedule/index.ts'
import { Permits } from '../../permits.ts'
import { threads } from '../../places.ts'
import { startedFor } from '../../started-by.ts'
import { ConditionFailedError } from '../store.ts'
import { defaultLockWait } from './connect.ts'
import {
  conditionFailed,
  type Statement,
  type WriterLimits,
  type WriterReplies,
  type WriterReply,
  type WriterRequest,
} from './messages.ts'
import { pack } from './parcel.ts'
import type { StatementResult } from './statements.ts'

/** A statement that the engine refused. `errcode` is SQLite's extended result code. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly errcode: number

  constructor(message: string, errcode: number) {
    super(message)
    this.errcode = errcode
  }
}

/** The writer thread ended by itself: what it was doing is in doubt, and nothing more can be written. */
export class WriterLostError extends Error {
  override readonly name = 'WriterLostError'
}

const usualLimits: WriterLimits = { lockWait: defaultLockWait, transactionSilence: 15_000 }

type RequestBody =
  | { kind: 'unit'; statements: readonly Statement[] }
  | { kind: 'begin' }
  | { kind: 'execute'; statement: Statement }
  | { kind: 'enqueue'; statement: Statement }
  | { kind: 'end'; commit: boolean }
  | { kind: 'checkpoint' }
  | { kind: 'close' }

interface Pending {
  readonly resolve: (result: StatementResult) => void
  readonly reject: (error: Error) => void
}

/** Two commits full; the others wait here, where workspaces take turns. */
const unitsAtOnce = 1024

/** Requests of one message: with all of a turn in one, main thread and writer would wait for each other in turn. */
const requestsAtOnce = 16

const closedError = () => new Error('the database is closed')

/** The main thread's end of the writer thread. What one turn of the event loop asks goes over in few messages. */
export class SqliteWriter {
  readonly #thread: Worker
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  #outbox: WriterRequest[] = []
  /** What waits in the outbox leaves once the promises that are settled by now have been heard. */
  #isSteering = false
  #nextId = 1
  readonly #transactions = new Permits(1)
  /** Units that have left and are not through. */
  #underWay = 0
  readonly #waitingUnits = new FairQueue<() => void>()
  #failure: Error | null = null
  /** Whatever comes behind the closing would find no database. */
  #isClosing = false
  /** Resolves when the thread ends without having been asked to. */
  readonly lost: Promise<Error>

  constructor(file: string, limits: Partial<WriterLimits> = {}) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#thread = new Worker(threads.writer, {
      workerData: { file, port: port2, limits: { ...usualLimits, ...limits } },
      transferList: [port2],
    })
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    const lose = (cause?: unknown) => {
      if (this.#failure) return
      this.#fail(new WriterLostError('the thread that writes to the database has ended', { cause }))
      resolve(this.#failure!)
    }
    this.#thread.on('error', lose)
    this.#thread.on('exit', () => lose())
    this.#port.on('message', ({ through, replies }: WriterReplies) => {
      for (let at = 0; at < through.length; at += 2)
        this.#settle({ id: through[at]!, changes: through[at + 1]! })
      for (const reply of replies) this.#settle(reply)
    })
  }

  /** Runs the statements as one; resolves when they are durable, with the result of the last. */
  async unit(statements: readonly Statement[]): Promise<StatementResult> {
    const owner = String(startedFor())
    if (this.#underWay < unitsAtOnce) this.#waitingUnits.noteServed(owner)
    else await new Promise<void>((leave) => this.#waitingUnits.add(owner, leave))
    this.#underWay++
    try {
      return await this.#ask({ kind: 'unit', statements })
    } finally {
      this.#underWay--
      this.#waitingUnits.take()?.()
    }
  }

  /** Waits for its turn, then holds the connection until `end`. */
  async begin(): Promise<() => void> {
    const { release, begun } = await this.takeTurn()
    try {
      await begun
    } catch (error) {
      release()
      throw error
    }
    return release
  }

  /**
   * As `begin`, without waiting for the thread to have begun. The thread takes requests in their order, so what
   * belongs to the transaction may be asked at once, and the turn given on as soon as its end is asked for.
   */
  async takeTurn(): Promise<{ release: () => void; begun: Promise<unknown> }> {
    const release = await this.#transactions.take()
    return { release, begun: this.#ask({ kind: 'begin' }) }
  }

  execute(statement: Statement): Promise<StatementResult> {
    return this.#ask({ kind: 'execute', statement })
  }

  /** As `execute`, without an answer: what becomes of it is said by later statements and by the end. */
  enqueue(statement: Statement): void {
    if (!this.#failure && !this.#isClosing) this.#give({ kind: 'enqueue', statement }, null)
  }

  async end(commit: boolean): Promise<void> {
    await this.#ask({ kind: 'end', commit })
  }

  /** Copies what is left of the write-ahead log. */
  async checkpoint(): Promise<void> {
    await this.#ask({ kind: 'checkpoint' })
  }

  async close(): Promise<void> {
    if (this.#failure) return
    await this.#transactions.emptied()
    const closed = this.#ask({ kind: 'close' })
    this.#isClosing = true
    await closed
    this.#fail(closedError())
    this.#port.close()
    await this.#thread.terminate()
  }

  #ask(body: RequestBody): Promise<StatementResult> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (this.#isClosing) return Promise.reject(closedError())
    return new Promise((resolve, reject) => this.#give(body, { resolve, reject }))
  }

  /** Whoever waits is known before the request may leave: one that cannot travel fails at once. */
  #give(body: RequestBody, pending: Pending | null) {
    const id = this.#nextId++
    if (pending) this.#pending.set(id, pending)
    if (this.#outbox.length === 0) setImmediate(() => this.#flush())
    // A transaction that has begun holds up all others, so it does not wait for what else this turn has to do.
    if (body.kind !== 'unit' && !this.#isSteering) {
      this.#isSteering = true
      process.nextTick(() => this.#flush())
    }
    this.#outbox.push({ id, ...body } as WriterRequest)
    if (this.#outbox.length >= requestsAtOnce) this.#flush()
  }

  #flush() {
    const requests = this.#outbox
    this.#outbox = []
    this.#isSteering = false
    if (requests.length === 0) return
    try {
      this.#send(requests)
    } catch {
      // A value that cannot travel between threads: its own request fails, not those that left in the same turn.
      for (const request of requests) this.#sendAlone(request)
    }
  }

  #send(requests: readonly WriterRequest[]) {
    const parcel = pack(requests)
    this.#port.postMessage(parcel, [parcel.bytes.buffer])
  }

  #sendAlone(request: WriterRequest) {
    try {
      this.#send([request])
    } catch (error) {
      const { id } = request
      if (request.kind === 'enqueue') this.#send([{ kind: 'lose', id, message: (error as Error).message }])
      this.#pending.get(id)?.reject(error as Error)
      this.#pending.delete(id)
    }
  }

  #settle({ id, rows, changes, error }: WriterReply) {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error?.errcode === conditionFailed) pending?.reject(new ConditionFailedError())
    else if (error) pending?.reject(new SqliteError(error.message, error.errcode))
    else pending?.resolve({ rows: rows ?? [], changes: changes ?? 0 })
  }

  #fail(error: Error) {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}
