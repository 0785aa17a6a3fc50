import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const engine = resolve('test/kit/engine.ts')
const relativeImport = /(?:from|import\()\s*'(\.[^']+)'/g
const imports = new Map<string, readonly string[]>()

/** Whether a test file or its imports depend on the engine; other files do the same on each. */
export function knowsEngine(file: string): boolean {
  const seen = new Set([resolve(file)])
  for (const one of seen) for (const next of importsOf(one)) seen.add(next)
  return seen.has(engine)
}

function importsOf(file: string): readonly string[] {
  const known = imports.get(file)
  if (known) return known
  const found = [...readFileSync(file, 'utf8').matchAll(relativeImport)]
    .map(([, path]) => resolve(dirname(file), path!))
    .filter(existsSync)
  imports.set(file, found)
  return found
}
