import { existsSync } from 'node:fs'

let found: string[] | undefined
/** Where the loader finds libraries outside its own folders. */
const loaderCache = '/etc/ld.so.cache'

/** The files this Node is made of: the program, its loader and its libraries, as this process has them mapped. */
export function nodeFiles(): readonly string[] {
  found ??= readFiles()
  return found
}

function readFiles(): string[] {
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  const { excludeNetwork } = report
  // Otherwise it asks for the names of all peers of open sockets, and waits for the answers.
  report.excludeNetwork = true
  const { sharedObjects = [] } = report.getReport() as { sharedObjects?: string[] }
  report.excludeNetwork = excludeNetwork
  const libraries = sharedObjects.filter((path) => /^\/.*\.so(\.|$)/.test(path))
  return [...new Set([process.execPath, ...libraries, ...(existsSync(loaderCache) ? [loaderCache] : [])])]
}
