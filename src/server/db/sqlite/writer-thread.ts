import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { connectWriter } from './connect.ts'
import {
  conditionFailed,
  type Statement,
  type WriterLimits,
  type WriterReply,
  type WriterRequest,
} from './messages.ts'
import { StatementCache } from './statements.ts'

/**
 * The one writer. Units that arrive while a commit runs share the next one, and each is answered only after
 * the commit that holds it: group commit, 5 times the rate of a commit for each. A unit that fails is rolled
 * back to its savepoint alone. A transaction that the main thread steers statement by statement has the
 * connection to itself; what arrives meanwhile waits.
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

const waiting: WriterRequest[] = []
let active: { silence: NodeJS.Timeout } | null = null
let expired = false

port.on('message', (requests: WriterRequest[]) => {
  waiting.push(...requests)
  work()
})

function work() {
  for (;;) {
    drain()
    const next = active ? takeSteered() : waiting[0]
    if (!next) return
    if (active) steer(next)
    else if (next.kind === 'unit') commitUnits()
    else steer(waiting.shift()!)
  }
}

/** What belongs to the steered transaction; units wait until it ends. */
function takeSteered(): WriterRequest | undefined {
  const index = waiting.findIndex((request) => request.kind === 'execute' || request.kind === 'end')
  return index < 0 ? undefined : waiting.splice(index, 1)[0]
}

function drain() {
  for (;;) {
    const received = receiveMessageOnPort(port)
    if (!received) return
    waiting.push(...(received.message as WriterRequest[]))
  }
}

function commitUnits() {
  const taken: Unit[] = []
  const replies: WriterReply[] = []
  try {
    connection.exec('begin immediate')
    for (let unit = takeUnit(taken); unit; unit = takeUnit(taken)) {
      replies.push(runUnit(unit))
      if (waiting.length === 0) drain()
    }
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    // Nothing was run: the file is locked or out of reach, for those that wait behind no less than for the first.
    if (taken.length === 0) while (takeUnit(taken));
    port.postMessage(taken.map(({ id }) => ({ id, error: describe(error) })))
    return
  }
  port.postMessage(replies)
}

function takeUnit(taken: Unit[]): Unit | undefined {
  const [next] = waiting
  if (next?.kind !== 'unit' || taken.length === unitsPerCommit) return undefined
  waiting.shift()
  taken.push(next)
  return next
}

function runUnit(unit: Unit): WriterReply {
  // One statement is all or nothing by itself.
  const savepoint = unit.statements.length > 1
  if (savepoint) statements.run('savepoint unit', [])
  try {
    let result = { rows: [] as unknown[], changes: 0 }
    for (const { sql, parameters, isCondition } of unit.statements) {
      result = statements.run(sql, parameters)
      if (isCondition && result.changes === 0) throw new ConditionFailed()
    }
    if (savepoint) statements.run('release unit', [])
    return { id: unit.id, rows: result.rows, changes: result.changes }
  } catch (error) {
    // A full disk ends the whole transaction, not the unit alone.
    if (!connection.isTransaction) throw error
    if (savepoint) {
      statements.run('rollback to unit', [])
      statements.run('release unit', [])
    }
    return { id: unit.id, error: describe(error) }
  }
}

function steer(request: WriterRequest) {
  try {
    port.postMessage([{ id: request.id, ...steered(request) }])
  } catch (error) {
    if (request.kind === 'end' && connection.isTransaction) connection.exec('rollback')
    port.postMessage([{ id: request.id, error: describe(error) }])
  }
}

function steered(request: WriterRequest): Omit<WriterReply, 'id'> {
  switch (request.kind) {
    case 'begin':
      connection.exec('begin immediate')
      expired = false
      active = { silence: setTimeout(expire, limits.transactionSilence) }
      return {}
    case 'execute':
      if (expired) throw new Error(silenceMessage)
      // What the engine itself has rolled back must not go on statement by statement, each durable alone.
      if (!connection.isTransaction) throw new Error(endedMessage)
      active?.silence.refresh()
      return runSteered(request.statement)
    case 'end':
      if (expired) return endExpired(request.commit)
      if (active) clearTimeout(active.silence)
      active = null
      connection.exec(request.commit ? 'commit' : 'rollback')
      return {}
    default:
      connection.close()
      return {}
  }
}

function runSteered({ sql, parameters, each, width }: Statement) {
  if (each === undefined) return statements.run(sql, parameters)
  return width === undefined
    ? statements.runEach(sql, each)
    : statements.runRows(sql, parameters, each, width)
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
