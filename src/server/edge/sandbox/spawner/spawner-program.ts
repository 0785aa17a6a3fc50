import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { killGroup } from './kill-group.ts'
import { addressOf, type SpawnedEnd, type SpawnerMessage, type SpawnOrder } from './messages.ts'

/**
 * Spawns the runners. A fork copies the page tables of its process: 6 ms of the main thread in a server of 390 MB, 1 ms
 * in this small process. Each runner has a connection to the server as its stdin and stdout.
 */
const address = addressOf(process.argv[2]!)
const maxErrorText = 4_096
const running = new Set<number>()
/** The exit code of bubblewrap if the process that it waits for was killed. */
const killedBelow = 128 + 9
/** The only output of unshare 2.38 if its process was ended by a signal that printed nothing; its exit code is then 1. */
const unshareSignalled = /^unshare: sigprocmask unblock failed: .*$/

try {
  // If memory runs out, the kernel ends the process with the highest score: a runner, which inherits this score, and
  // not the larger server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}

process.on('message', ({ token, command }: SpawnOrder) => {
  // Paused, because only the runner reads from the connection.
  const socket = connect(address).pause()
  socket.on('error', ({ message }) => reportEnd(token, { cause: message, wasKilled: false, errorText: '' }))
  socket.on('connect', () => socket.write(token, () => start(token, command, socket)))
})

/** The server has ended. Where the kernel can, it also kills the runners when this process ends. */
process.on('disconnect', () => {
  for (const pid of running) killGroup(pid)
  process.exit()
})

function start(token: string, [program, ...rest]: readonly string[], socket: Socket): void {
  let errorText = ''
  try {
    const child = spawn(program!, rest, {
      env: {},
      cwd: '/',
      stdio: [socket, socket, 'pipe'],
      detached: true,
      windowsHide: true,
    })
    child.stderr!.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(-maxErrorText)
    })
    child.on('spawn', () => {
      running.add(child.pid!)
      report({ kind: 'spawned', token, pid: child.pid! })
    })
    child.on('error', ({ message }) => reportEnd(token, { cause: message, wasKilled: false, errorText }))
    child.on('exit', () => running.delete(child.pid!))
    child.on('close', (code, signal) => {
      const cause = errorText.trim().slice(-500) || `it ended with ${signal ?? code}`
      const wasKilled = signal === 'SIGKILL' || code === killedBelow || unshareSignalled.test(cause)
      reportEnd(token, { cause, wasKilled, errorText })
    })
  } catch (error) {
    reportEnd(token, { cause: (error as Error).message, wasKilled: false, errorText })
  }
  socket.destroy()
}

function reportEnd(token: string, end: SpawnedEnd): void {
  report({ kind: 'ended', token, ...end })
}

function report(message: SpawnerMessage): void {
  if (process.connected) process.send!(message, () => {})
}
