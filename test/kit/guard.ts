/**
 * Runs a command for as long as the process that started this guard lives, then removes the folder. Standard
 * input connects both: the kernel closes it however the starter ends, also by kill -9.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

type Job = { folder: string; command: string; args: string[]; uid?: number; gid?: number }

const { folder, command, args, uid, gid } = JSON.parse(process.argv[2] ?? '') as Job
const child = spawn(command, args, { cwd: folder, uid, gid, stdio: ['ignore', 'inherit', 'inherit'] })
let released = false

process.stdin.on('end', () => {
  released = true
  // PostgreSQL shuts down immediately at this signal, without a checkpoint, because the folder is removed
  // next.
  child.kill('SIGQUIT')
})
process.stdin.resume()

child.on('exit', () => {
  // If the command ended by itself, its log stays for the starter.
  if (released) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit(released ? 0 : 1)
})
