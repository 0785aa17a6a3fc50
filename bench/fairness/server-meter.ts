import diagnostics from 'node:diagnostics_channel'
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { benchKey } from '../galley.ts'

/**
 * Records what the server's threads do during each call of the quiet workspace. It is loaded into the server
 * before the server starts.
 */

/** Milliseconds, summed over some threads. */
export interface Threads {
  /** Processor time, which unlike wall-clock time does not depend on other programs. */
  readonly cpu: number
  /** Time in which the threads were ready to run but had no core. */
  readonly waiting: number
}

/**
 * One call; its times are milliseconds from the first byte of the request until the answer was handed over.
 */
export interface Work {
  readonly wall: number
  readonly main: Threads
  /** Time in which the main thread waited for a message of another thread or process. */
  readonly idle: number
  readonly writer: Threads
  readonly readers: Threads
  /** Processor time of all threads of the server. */
  readonly all: number
  /**
   * Processor time of the longest piece of work of the main thread since the previous call; this call may
   * have waited for it.
   */
  readonly piece: number
}

const file = process.env['GALLEY_BENCH_METER']
const calls: Work[] = []
const tasks = '/proc/self/task'
/** Milliseconds between two searches for new threads. */
const threadScanInterval = 200

/** Open `schedstat` files by thread id. */
type Files = Map<string, number>
const files = { main: new Map(), writer: new Map(), reader: new Map() } satisfies Record<string, Files>
const names = { 'node-MainThread': files.main, writer: files.writer, reader: files.reader } as Record<
  string,
  Files
>
const otherThreads = new Set<string>()

function findThreads() {
  for (const id of readdirSync(tasks)) {
    if (otherThreads.has(id) || Object.values(files).some((known) => known.has(id))) continue
    const group = names[readFileSync(`${tasks}/${id}/comm`, 'utf8').trim()]
    if (group) group.set(id, openSync(`${tasks}/${id}/schedstat`, 'r'))
    else otherThreads.add(id)
  }
}

const bytes = Buffer.alloc(64)

function threadsOf(threads: Files): Threads {
  const sum = { cpu: 0, waiting: 0 }
  for (const [id, fd] of threads) {
    try {
      const [cpu, waiting] = bytes.toString('latin1', 0, readSync(fd, bytes, 0, bytes.length, 0)).split(' ')
      sum.cpu += Number(cpu) / 1e6
      sum.waiting += Number(waiting) / 1e6
    } catch {
      // The thread has ended.
      closeSync(fd)
      threads.delete(id)
    }
  }
  return sum
}

/** Most milliseconds of one turn of the event loop. */
const turnMilliseconds = 1
const mainCpu = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let cpuAtLastTurn = 0
let longestPiece = 0

function measurePiece() {
  const cpu = mainCpu()
  longestPiece = Math.max(longestPiece, cpu - cpuAtLastTurn)
  cpuAtLastTurn = cpu
}

const now = (): Omit<Work, 'piece'> => {
  const { user, system } = process.cpuUsage()
  return {
    wall: performance.now(),
    main: threadsOf(files.main),
    idle: performance.eventLoopUtilization().idle,
    writer: threadsOf(files.writer),
    readers: threadsOf(files.reader),
    all: (user + system) / 1000,
  }
}

const between = (from: Threads, to: Threads): Threads => ({
  cpu: to.cpu - from.cpu,
  waiting: to.waiting - from.waiting,
})

function measure(message: unknown) {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const key = request.headers['x-api-key']
  if (key === undefined || key === benchKey) return
  const from = now()
  response.once('finish', () => {
    const to = now()
    calls.push({
      wall: to.wall - from.wall,
      main: between(from.main, to.main),
      idle: to.idle - from.idle,
      writer: between(from.writer, to.writer),
      readers: between(from.readers, to.readers),
      all: to.all - from.all,
      piece: longestPiece,
    })
    longestPiece = 0
  })
}

if (isMainThread && file) {
  diagnostics.subscribe('http.server.request.start', measure)
  findThreads()
  setInterval(findThreads, threadScanInterval).unref()
  setInterval(measurePiece, turnMilliseconds).unref()
  process.on('exit', () => writeFileSync(file, JSON.stringify(calls)))
}
