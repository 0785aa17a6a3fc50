import { existsSync } from 'node:fs'

let files: string[] | undefined
/** The file in which the dynamic loader caches library paths. */
const loaderCache = '/etc/ld.so.cache'

/** Node's files: the program, its loader and its mapped libraries. */
export function nodeFiles(): readonly string[] {
  files ??= readFiles()
  return files
}

function readFiles(): string[] {
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  const { excludeNetwork } = report
  // Otherwise the report looks up the names of all socket peers and waits for them.
  report.excludeNetwork = true
  const { sharedObjects = [] } = report.getReport() as { sharedObjects?: string[] }
  report.excludeNetwork = excludeNetwork
  const libraries = sharedObjects.filter((path) => /^\/.*\.so(\.|$)/.test(path))
  return [...new Set([process.execPath, ...libraries, ...(existsSync(loaderCache) ? [loaderCache] : [])])]
}
