/**
 * Runs a command for exactly as long as the process that started this guard lives, then removes the folder.
 * Standard input is the link: the kernel closes it on every way the starter can end, kill -9 included.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

type Job = { folder: string; command: string; args: string[]; uid?: number; gid?: number }

const { folder, command, args, uid, gid } = JSON.parse(process.argv[2] ?? '') as Job
const child = spawn(command, args, { cwd: folder, uid, gid, stdio: ['ignore', 'inherit', 'inherit'] })
let released = false

process.stdin.on('end', () => {
  released = true
  // To PostgreSQL this is "immediate shutdown": no checkpoint for a folder about to be removed.
  child.kill('SIGQUIT')
})
process.stdin.resume()

child.on('exit', () => {
  // A command that ended by itself leaves its log to the starter.
  if (released) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit(released ? 0 : 1)
})
