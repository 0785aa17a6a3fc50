import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const engine = resolve('test/kit/engine.ts')
const starter = resolve('test/start/galley-process.ts')
const relativeImport = /(?:from|import\()\s*'(\.[^']+)'/g
const imports = new Map<string, readonly string[]>()

/** Whether a test file or its imports depend on the engine. Other files do the same on both engines. */
export const dependsOnEngine = (file: string): boolean => reaches(file, engine)

/** Whether a test file starts Galley as a process. */
export const startsProcess = (file: string): boolean => reaches(file, starter)

function reaches(file: string, target: string): boolean {
  const reached = new Set([resolve(file)])
  for (const path of reached) for (const next of importsOf(path)) reached.add(next)
  return reached.has(target)
}

function importsOf(file: string): readonly string[] {
  const cached = imports.get(file)
  if (cached) return cached
  const imported = [...readFileSync(file, 'utf8').matchAll(relativeImport)]
    .map(([, path]) => resolve(dirname(file), path!))
    .filter(existsSync)
  imports.set(file, imported)
  return imported
}
