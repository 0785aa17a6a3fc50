import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { connectWriter } from './connect.ts'
import {
  conditionFailed,
  type Statement,
  type WriterLimits,
  type WriterReplies,
  type WriterReply,
  type WriterRequest,
} from './messages.ts'
import { discardBytes, type Parcel, unpack } from './parcel.ts'
import { StatementCache } from './statements.ts'

/**
 * The one writer. Units that arrive while a commit runs share the next one, and each is answered only after
 * the commit that holds it: group commit, 5 times the rate of a commit for each. A unit that fails is rolled
 * back alone: then all of its commit run once more, each behind a savepoint. A transaction that the main thread steers statement by statement has the
 * connection to itself; what arrives meanwhile waits. Units that wait go before a transaction that has not begun,
 * together once: then it is its turn, however many have come meanwhile.
 */

/** Units that share one commit at most: bounds how long the first of them waits. */
const unitsPerCommit = 512
const silenceMessage = 'the transaction was rolled back: it was silent for too long'
const endedMessage = 'the transaction was rolled back: a statement of it failed'

const { file, port, limits } = workerData as { file: string; port: MessagePort; limits: WriterLimits }
const connection = connectWriter(file, limits.lockWait)
const statements = new StatementCache(connection)

class ConditionFailed extends Error {
  readonly code = 'ERR_CONDITION'
  readonly errcode = conditionFailed
}

type Unit = WriterRequest & { kind: 'unit' }

/** Of the main thread's transaction. `failure` is that of an enqueued statement: nothing of it may be kept. */
interface Steered {
  readonly silence: NodeJS.Timeout
  failure: unknown
}

const steering = new Set<WriterRequest['kind']>(['execute', 'enqueue', 'lose', 'end'])

const waiting: WriterRequest[] = []
let active: Steered | null = null
/** Units have gone before the transaction that waits. */
let isNext = false
let expired = false

port.on('message', (parcel: Parcel) => {
  waiting.push(...unpack(parcel))
  work()
})

function work() {
  for (;;) {
    drain()
    if (active) {
      const next = takeSteered()
      if (!next) return
      steer(next)
    } else if (waiting.length === 0) return
    else if (isNext || nextUnit() < 0) {
      isNext = false
      const [first] = waiting.splice(waiting.findIndex(isOther), 1)
      steer(first!)
    } else {
      commitUnits()
      isNext = waiting.some(isOther)
    }
  }
}

const isOther = ({ kind }: WriterRequest) => kind !== 'unit'

/** Where the next unit stands that may go before what waits longer. */
function nextUnit(): number {
  const index = waiting.findIndex(({ kind }) => kind === 'unit' || kind === 'close')
  return waiting[index]?.kind === 'unit' ? index : -1
}

/** What belongs to the steered transaction; units wait until it ends. */
function takeSteered(): WriterRequest | undefined {
  const index = waiting.findIndex(({ kind }) => steering.has(kind))
  return index < 0 ? undefined : waiting.splice(index, 1)[0]
}

function drain() {
  for (;;) {
    const received = receiveMessageOnPort(port)
    if (!received) return
    waiting.push(...unpack(received.message as Parcel))
  }
}

function commitUnits() {
  const taken: Unit[] = []
  let replies: WriterReply[]
  try {
    connection.exec('begin immediate')
    replies = runWaiting(taken) ?? runAgain(taken)
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    // Nothing was run: the file is locked or out of reach, for those that wait behind no less than for the first.
    if (taken.length === 0) while (takeUnit(taken));
    answer(taken.map(({ id }) => ({ id, error: describe(error) })))
    return
  }
  answer(replies)
  taken.forEach(discardBytes)
}

function answer(replies: readonly WriterReply[]) {
  const through: number[] = []
  const others: WriterReply[] = []
  for (const reply of replies)
    if (reply.error || reply.rows?.length) others.push(reply)
    else through.push(reply.id, reply.changes ?? 0)
  port.postMessage({ through, replies: others } satisfies WriterReplies)
}

/** Takes units until none waits. Null when one has failed in the middle, and with it what was done is to be undone. */
function runWaiting(taken: Unit[]): WriterReply[] | null {
  const replies: WriterReply[] = []
  for (let unit = takeUnit(taken); unit; unit = takeUnit(taken)) {
    const reply = runWhole(unit)
    if (!reply) return null
    replies.push(reply)
    if (waiting.length === 0) drain()
  }
  return replies
}

/** Savepoints are a quarter of the work: they are made once they are known to be needed. */
function runAgain(taken: Unit[]): WriterReply[] {
  connection.exec('rollback')
  connection.exec('begin immediate')
  const replies = taken.map(runBehindSavepoint)
  for (let unit = takeUnit(taken); unit; unit = takeUnit(taken)) replies.push(runBehindSavepoint(unit))
  return replies
}

function takeUnit(taken: Unit[]): Unit | undefined {
  const index = taken.length === unitsPerCommit ? -1 : nextUnit()
  if (index < 0) return undefined
  const [next] = waiting.splice(index, 1) as [Unit]
  taken.push(next)
  return next
}

/** Null when it failed behind its first statement: one statement is all or nothing by itself. */
function runWhole(unit: Unit): WriterReply | null {
  const progress = { statements: 0 }
  try {
    return runStatements(unit, progress)
  } catch (error) {
    // A full disk ends the whole transaction, not the unit alone.
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

function steer(request: WriterRequest) {
  if (request.kind === 'enqueue' || request.kind === 'lose') return enqueued(request)
  try {
    answer([{ id: request.id, ...steered(request) }])
  } catch (error) {
    if (request.kind === 'end' && connection.isTransaction) connection.exec('rollback')
    answer([{ id: request.id, error: describe(error) }])
  }
}

function steered(request: WriterRequest): Omit<WriterReply, 'id'> {
  switch (request.kind) {
    case 'begin':
      connection.exec('begin immediate')
      expired = false
      active = { silence: setTimeout(expire, limits.transactionSilence), failure: undefined }
      return {}
    case 'execute':
      return runSteered(request.statement)
    case 'end':
      if (expired) return endExpired(request.commit)
      return end(request.commit)
    case 'checkpoint':
      connection.exec('pragma wal_checkpoint(passive)')
      return {}
    default:
      connection.close()
      return {}
  }
}

function enqueued(request: WriterRequest & { kind: 'enqueue' | 'lose' }) {
  try {
    if (request.kind === 'lose') throw new Error(request.message)
    const { changes } = runSteered(request.statement)
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

function runSteered({ sql, parameters, each }: Statement) {
  if (expired) throw new Error(silenceMessage)
  if (active?.failure) throw active.failure
  // What the engine itself has rolled back must not go on statement by statement, each durable alone.
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
  const { message, code, errcode } = error as { message: string; code?: string; errcode?: number }
  return { message, code: code ?? 'ERR_WRITER', errcode: errcode ?? 0 }
}
