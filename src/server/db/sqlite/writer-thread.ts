import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { connectWriter } from './connect.ts'
import type { WriterReply, WriterRequest } from './messages.ts'
import { StatementCache } from './statements.ts'

/**
 * The one writer. Units that arrive while a commit runs share the next one, and each is answered only after
 * the commit that holds it: group commit, 5 times the rate of a commit for each. A unit that fails is rolled
 * back to its savepoint alone. A transaction that the main thread steers statement by statement has the
 * connection to itself; what arrives meanwhile waits.
 */

/** Units that share one commit at most: bounds how long the first of them waits. */
const unitsPerCommit = 512
/** A steered transaction that says nothing for so long is rolled back, so that it cannot hold all writes. */
const transactionSilence = 15_000
const silenceMessage = 'the transaction was rolled back: it was silent for too long'

const { file, port } = workerData as { file: string; port: MessagePort }
const connection = connectWriter(file)
const statements = new StatementCache(connection)

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
  const replies: WriterReply[] = []
  try {
    connection.exec('begin immediate')
    while (waiting[0]?.kind === 'unit' && replies.length < unitsPerCommit) {
      const unit = waiting.shift() as WriterRequest & { kind: 'unit' }
      replies.push(runUnit(unit))
      if (waiting.length === 0) drain()
    }
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    if (replies.length === 0) replies.push({ id: waiting.shift()!.id })
    port.postMessage(replies.map(({ id }) => ({ id, error: describe(error) })))
    return
  }
  port.postMessage(replies)
}

function runUnit(unit: WriterRequest & { kind: 'unit' }): WriterReply {
  connection.exec('savepoint unit')
  try {
    let result = { rows: [] as unknown[], changes: 0 }
    for (const { sql, parameters } of unit.statements) result = statements.run(sql, parameters)
    connection.exec('release unit')
    return { id: unit.id, rows: result.rows, changes: result.changes }
  } catch (error) {
    connection.exec('rollback to unit')
    connection.exec('release unit')
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
  if (request.kind === 'close') port.close()
}

function steered(request: WriterRequest): Omit<WriterReply, 'id'> {
  switch (request.kind) {
    case 'begin':
      connection.exec('begin immediate')
      expired = false
      active = { silence: setTimeout(expire, transactionSilence) }
      return {}
    case 'execute':
      if (expired) throw new Error(silenceMessage)
      active?.silence.refresh()
      return statements.run(request.statement.sql, request.statement.parameters)
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

function endExpired(commit: boolean) {
  expired = false
  if (commit) throw new Error(silenceMessage)
  return {}
}

function expire() {
  expired = true
  active = null
  connection.exec('rollback')
  work()
}

function describe(error: unknown) {
  const { message, code, errcode } = error as { message: string; code?: string; errcode?: number }
  return { message, code: code ?? 'ERR_WRITER', errcode: errcode ?? 0 }
}
