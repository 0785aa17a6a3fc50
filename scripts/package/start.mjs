import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// A global install may belong to root, so the cache is the user's. Threads read the variable.
const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
process.env.NODE_COMPILE_CACHE ??= join(caches, 'galley-code')
const main = join(import.meta.dirname, 'main.js')
// With a heap limit of 1 GB, V8 collects garbage earlier than with its default of 4 GB.
const flags = ['--v8-pool-size=1', '--max-semi-space-size=8', '--max-old-space-size=1024']

// The same process continues with flags. Children would inherit NODE_OPTIONS. Windows has no execve.
if (process.execve && process.platform !== 'win32') {
  const command = [process.execPath, ...flags, ...process.execArgv, main, ...process.argv.slice(2)]
  process.execve(process.execPath, command, process.env)
}
enableCompileCache()
await import('./main.js')
