import { createRequire, syncBuiltinESMExports } from 'node:module'

/** Globals that reach out of the language; what an engine needs of them it has taken before. */
const globals = [
  ...['process', 'fetch', 'require', 'module', 'global', 'navigator', 'localStorage', 'sessionStorage'],
  ...['WebSocket', 'EventSource', 'XMLHttpRequest', 'Request', 'Response', 'Headers', 'FormData'],
  ...['MessageChannel', 'MessagePort', 'BroadcastChannel', 'Worker', 'eval', 'Function'],
]

/** Modules of Node that reach files, processes, sockets, other realms, or further modules. */
const modules = [
  ...['fs', 'fs/promises', 'child_process', 'worker_threads', 'vm', 'v8', 'os', 'net', 'dgram', 'dns'],
  ...['dns/promises', 'module'],
]

/** Node's own machinery needs these between two jobs and at the end. */
const keptOfProcess = new Set([
  ...['nextTick', '_tickCallback', 'emitWarning', 'versions', 'version', 'platform'],
  ...['exit', 'reallyExit', 'emit', 'exitCode', '_exiting'],
])

/**
 * Takes files, processes, sockets and everything alike out of this process, behind the backs of whoever holds a
 * module of Node: an escape from the engine finds an empty house. The operating system and the permission flags
 * hold the door; this removes the tools.
 */
export function emptyRealm(): void {
  const { process } = globalThis
  const load = createRequire(import.meta.url)
  for (const module of modules.map((name) => load(name) as object)) {
    for (const key of Object.getOwnPropertyNames(module)) remove(module, key)
  }
  syncBuiltinESMExports()
  for (const key of Object.getOwnPropertyNames(process)) if (!keptOfProcess.has(key)) remove(process, key)
  for (const key of globals) remove(globalThis, key)
  // A stack of this realm would tell where the server is installed.
  Error.stackTraceLimit = 0
  const silence = () => undefined
  for (const key of Object.keys(console)) Reflect.set(console, key, silence)
}

function remove(from: object, key: string): void {
  if (!Reflect.deleteProperty(from, key)) Reflect.set(from, key, undefined)
}
