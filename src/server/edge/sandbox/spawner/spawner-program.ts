import { spawn } from 'node:child_process'
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

process.on('message', ({ token, command }: SpawnOrder) => {
  // Paused, because only the runner reads from the connection.
  const socket = connect(address).pause()
  socket.on('error', ({ message }) => reportEnd(token, { cause: message, errorText: '' }))
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
    child.on('error', ({ message }) => reportEnd(token, { cause: message, errorText }))
    child.on('exit', () => running.delete(child.pid!))
    child.on('close', (code, signal) => {
      const cause = errorText.trim().slice(-500) || `it ended with ${signal ?? code}`
      reportEnd(token, { cause, errorText })
    })
  } catch (error) {
    reportEnd(token, { cause: (error as Error).message, errorText })
  }
  socket.destroy()
}

function reportEnd(token: string, end: SpawnedEnd): void {
  report({ kind: 'ended', token, ...end })
}

function report(message: SpawnerMessage): void {
  if (process.connected) process.send!(message, () => {})
}
