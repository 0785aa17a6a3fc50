import { dirname } from 'node:path'
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { connectWriter } from './connect.ts'
import { cutLog } from './cut-log.ts'
import { freeBytes, isFull, minFreeBytes } from './file-problem.ts'
import {
  conditionFailed,
  type Statement,
  type WriterLimits,
  type WriterReplies,
  type WriterReply,
  type WriterRequest,
} from './messages.ts'
import { discardBytes, type PackedRequests, unpack } from './packed-requests.ts'
import { StatementCache } from './statements.ts'

/**
 * The only writer. Group commit: units that arrive during a commit share the next one, which gives 5 times the rate of
 * single commits; each unit is answered after its commit. If a unit fails, the whole group runs again with a savepoint
 * for each unit. An interactive transaction, whose statements the main thread sends one by one, holds the connection
 * until it ends. Waiting units and waiting transactions take turns: one group, then one transaction.
 *
 * A transaction that fails on a full disk leaves its pages in the write-ahead log, which takes the space that the database
 * needs to grow. No further transaction begins until these pages are cut off, and the log is copied and emptied.
 */

/** Maximum units of one commit; bounds the wait of the first one. */
const unitsPerCommit = 512
const silenceMessage = 'the transaction was rolled back: it sent no statement for too long'
/** Milliseconds between two attempts to empty the log while the disk has no room; each may write 16 MB. */
const fullDiskPause = 500
const endedMessage = 'the transaction was rolled back: one of its statements failed'

const { file, port, limits } = workerData as { file: string; port: MessagePort; limits: WriterLimits }
const connection = connectWriter(file, limits.lockWait)
const statements = new StatementCache(connection)

class ConditionFailed extends Error {
  readonly code = 'ERR_CONDITION'
  readonly errcode = conditionFailed
}

type Unit = WriterRequest & { kind: 'unit' }

/** The open transaction of the main thread. After the `failure` of an enqueued statement it cannot be committed. */
interface Interactive {
  readonly silence: NodeJS.Timeout
  failure: unknown
}

const interactiveKinds = new Set<WriterRequest['kind']>(['execute', 'enqueue', 'lose', 'end'])

const waiting: WriterRequest[] = []
let active: Interactive | null = null
/** A group of units was committed while a transaction waited, so the transaction is next. */
let isTransactionNext = false
let expired = false
/** The disk was full, and the log is not empty since. */
let fullDisk: { readonly error: unknown; readonly retryAt: number } | null = null

port.on('message', (packed: PackedRequests) => {
  waiting.push(...unpack(packed))
  work()
})

function work() {
  for (;;) {
    drain()
    if (active) {
      const next = takeInteractive()
      if (!next) return
      answerInteractive(next)
    } else if (waiting.length === 0) return
    else if (isTransactionNext || nextUnitIndex() < 0) {
      isTransactionNext = false
      const [first] = waiting.splice(waiting.findIndex(isNotUnit), 1)
      answerInteractive(first!)
    } else {
      commitUnits()
      isTransactionNext = waiting.some(isNotUnit)
    }
  }
}

const isNotUnit = ({ kind }: WriterRequest) => kind !== 'unit'

/** Index of the first waiting unit before a request to close; -1 if there is none. */
function nextUnitIndex(): number {
  const index = waiting.findIndex(({ kind }) => kind === 'unit' || kind === 'close')
  return waiting[index]?.kind === 'unit' ? index : -1
}

/** The next request of the open transaction; units wait until it ends. */
function takeInteractive(): WriterRequest | undefined {
  const index = waiting.findIndex(({ kind }) => interactiveKinds.has(kind))
  return index < 0 ? undefined : waiting.splice(index, 1)[0]
}

function drain() {
  for (;;) {
    const received = receiveMessageOnPort(port)
    if (!received) return
    waiting.push(...unpack(received.message as PackedRequests))
  }
}

function commitUnits() {
  const units: Unit[] = []
  let replies: WriterReply[]
  try {
    begin()
    replies = runWaiting(units) ?? runAgain(units)
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    // The transaction could not begin, because the file is locked or unreachable: all waiting units fail.
    if (units.length === 0) while (takeUnit(units));
    answer(units.map(({ id }) => ({ id, error: describe(error) })))
    return
  }
  answer(replies)
  units.forEach(discardBytes)
}

function begin() {
  if (fullDisk) {
    if (performance.now() < fullDisk.retryAt && freeBytes(dirname(file)) < minFreeBytes) throw fullDisk.error
    emptyLog()
    fullDisk = null
  }
  connection.exec('begin immediate')
}

function emptyLog() {
  connection.exec('begin immediate')
  try {
    cutLog(file)
  } finally {
    connection.exec('rollback')
  }
  truncateLog()
}

function answer(replies: readonly WriterReply[]) {
  const committed: number[] = []
  const fullReplies: WriterReply[] = []
  for (const reply of replies)
    if (reply.error || reply.rows?.length) fullReplies.push(reply)
    else committed.push(reply.id, reply.changes ?? 0)
  port.postMessage({ committed, replies: fullReplies } satisfies WriterReplies)
}

/** Runs waiting units until there are none. Null if one failed after its first statement: all must be rolled back. */
function runWaiting(units: Unit[]): WriterReply[] | null {
  const replies: WriterReply[] = []
  for (let unit = takeUnit(units); unit; unit = takeUnit(units)) {
    const reply = runWhole(unit)
    if (!reply) return null
    replies.push(reply)
    if (waiting.length === 0) drain()
  }
  return replies
}

/** Savepoints take a quarter of the time, so only a group with a failed unit uses them. */
function runAgain(units: Unit[]): WriterReply[] {
  connection.exec('rollback')
  begin()
  const replies = units.map(runBehindSavepoint)
  for (let unit = takeUnit(units); unit; unit = takeUnit(units)) replies.push(runBehindSavepoint(unit))
  return replies
}

function takeUnit(units: Unit[]): Unit | undefined {
  const index = units.length === unitsPerCommit ? -1 : nextUnitIndex()
  if (index < 0) return undefined
  const [next] = waiting.splice(index, 1) as [Unit]
  units.push(next)
  return next
}

/** Null if the unit failed after its first statement. A failed first statement has changed nothing. */
function runWhole(unit: Unit): WriterReply | null {
  const progress = { statements: 0 }
  try {
    return runStatements(unit, progress)
  } catch (error) {
    // SQLite rolls back the whole transaction when the disk is full.
    if (!connection.isTransaction) throw error
    return progress.statements === 0 ? { id: unit.id, error: describe(error) } : null
  }
}

function runBehindSavepoint(unit: Unit): WriterReply {
  statements.run('savepoint unit', [])
  try {
    const reply = runStatements(unit)
    statements.run('release unit', [])
    return reply
  } catch (error) {
    if (!connection.isTransaction) throw error
    statements.run('rollback to unit', [])
    statements.run('release unit', [])
    return { id: unit.id, error: describe(error) }
  }
}

function runStatements(unit: Unit, progress = { statements: 0 }): WriterReply {
  let result = { rows: [] as unknown[], changes: 0 }
  for (const { sql, parameters, isCondition } of unit.statements) {
    result = statements.run(sql, parameters)
    if (isCondition && result.changes === 0) throw new ConditionFailed()
    progress.statements++
  }
  return { id: unit.id, rows: result.rows, changes: result.changes }
}

function answerInteractive(request: WriterRequest) {
  if (request.kind === 'enqueue' || request.kind === 'lose') return runEnqueued(request)
  try {
    answer([{ id: request.id, ...runRequest(request) }])
  } catch (error) {
    if (request.kind === 'end' && connection.isTransaction) connection.exec('rollback')
    answer([{ id: request.id, error: describe(error) }])
  }
}

function runRequest(request: WriterRequest): Omit<WriterReply, 'id'> {
  switch (request.kind) {
    case 'begin':
      begin()
      expired = false
      active = { silence: setTimeout(expire, limits.transactionSilence), failure: undefined }
      return {}
    case 'execute':
      return runStatement(request.statement)
    case 'end':
      if (expired) return endExpired(request.commit)
      return end(request.commit)
    case 'truncate':
      return truncateLog()
    case 'checkpoint':
      connection.exec('pragma wal_checkpoint(passive)')
      return {}
    default:
      connection.close()
      return {}
  }
}

/** Waits for readers only briefly, because log calls wait meanwhile. */
function truncateLog(): Omit<WriterReply, 'id'> {
  connection.exec('pragma busy_timeout = 20')
  try {
    return { rows: connection.prepare('pragma wal_checkpoint(truncate)').all() }
  } finally {
    connection.exec(`pragma busy_timeout = ${limits.lockWait}`)
  }
}

function runEnqueued(request: WriterRequest & { kind: 'enqueue' | 'lose' }) {
  try {
    if (request.kind === 'lose') throw new Error(request.message)
    const { changes } = runStatement(request.statement)
    if (request.statement.isCondition && changes === 0) throw new ConditionFailed()
  } catch (error) {
    if (active) active.failure ??= error
  }
}

function end(commit: boolean) {
  const failure = active?.failure
  if (active) clearTimeout(active.silence)
  active = null
  if (commit && failure) throw failure
  connection.exec(commit ? 'commit' : 'rollback')
  return {}
}

function runStatement({ sql, parameters, each }: Statement) {
  if (expired) throw new Error(silenceMessage)
  if (active?.failure) throw active.failure
  // After a rollback by SQLite itself each further statement would commit by itself.
  if (!connection.isTransaction) throw new Error(endedMessage)
  active?.silence.refresh()
  return each === undefined ? statements.run(sql, parameters) : statements.runEach(sql, each)
}

function endExpired(commit: boolean) {
  expired = false
  if (commit) throw new Error(silenceMessage)
  return {}
}

function expire() {
  expired = true
  active = null
  if (connection.isTransaction) connection.exec('rollback')
  work()
}

function describe(error: unknown) {
  if (error !== fullDisk?.error && isFull(error, file))
    fullDisk = { error, retryAt: performance.now() + fullDiskPause }
  const { message, code, errcode } = error as { message: string; code?: string; errcode?: number }
  return { message, code: code ?? 'ERR_WRITER', errcode: errcode ?? 0 }
}
