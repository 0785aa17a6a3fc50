import { createRequire, syncBuiltinESMExports } from 'node:module'

/** Globals that give access to files, the network or other code. QuickJS and Pyodide keep their own references to the globals they need. */
const globals = [
  ...['process', 'fetch', 'require', 'module', 'global', 'navigator', 'localStorage', 'sessionStorage'],
  ...['WebSocket', 'EventSource', 'XMLHttpRequest', 'Request', 'Response', 'Headers', 'FormData'],
  ...['MessageChannel', 'MessagePort', 'BroadcastChannel', 'Worker', 'eval', 'Function'],
]

/** Node modules that reach files, processes, sockets, other realms or modules. */
const modules = [
  ...['fs', 'fs/promises', 'child_process', 'worker_threads', 'vm', 'v8', 'os', 'net', 'dgram', 'dns'],
  ...['dns/promises', 'module'],
]

/** Node needs these between jobs and at exit. */
const allowedProcessProperties = new Set([
  ...['nextTick', '_tickCallback', 'emitWarning', 'versions', 'version', 'platform'],
  ...['exit', 'reallyExit', 'emit', 'exitCode', '_exiting'],
])

/**
 * Removes access to files, processes and sockets from this process, also for code that already holds a Node module.
 * Code that escapes from the engine finds nothing here. The permission flags and the operating system are further
 * layers.
 */
export function emptyRealm(): void {
  const { process } = globalThis
  const load = createRequire(import.meta.url)
  for (const module of modules.map((name) => load(name) as object)) {
    for (const key of Object.getOwnPropertyNames(module)) remove(module, key)
  }
  syncBuiltinESMExports()
  for (const key of Object.getOwnPropertyNames(process))
    if (!allowedProcessProperties.has(key)) remove(process, key)
  for (const key of globals) remove(globalThis, key)
  // Stack traces of this realm would reveal the path of the installation.
  Error.stackTraceLimit = 0
  const silence = () => undefined
  for (const key of Object.keys(console)) Reflect.set(console, key, silence)
}

function remove(from: object, key: string): void {
  if (!Reflect.deleteProperty(from, key)) Reflect.set(from, key, undefined)
}
