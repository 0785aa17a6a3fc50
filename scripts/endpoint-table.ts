import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { type Endpoint, endpoints } from '../src/contract/index.ts'

const id = 'virtual:endpoints'

/**
 * The web client's list of operations, `name: [method, path]`, made from the contract at build time. The
 * browser needs no schemas, and the types come from the contract itself. Operations that no screen names are
 * left out.
 */
export function endpointTable(): Plugin {
  return {
    name: 'galley:endpoints',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? moduleText() : undefined),
  }
}

const apiPrefix = '/api/public/v2/'

/** The source of the list: a text for each method, with a line for each operation, which compresses well. */
function moduleText(): string {
  const byMethod = Map.groupBy(Object.entries(table()), ([, [method]]) => method)
  const texts = [...byMethod].map(([method, operations]) => [
    method,
    operations
      .toSorted(([, [, one]], [, [, other]]) => (one < other ? -1 : 1))
      .map(([name, [, path]]) => `${name} ${path.replace(apiPrefix, '')}`)
      .join('\n'),
  ])
  return `const table = {}
for (const [method, text] of ${JSON.stringify(texts)})
  for (const line of text.split('\\n')) {
    const [name, path] = line.split(' ')
    table[name] = [method, path[0] === '/' ? path : '${apiPrefix}' + path]
  }
export default table`
}

function table(): Record<string, readonly [string, string]> {
  const named: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints)
  const quoted = quotedWords()
  return Object.fromEntries(
    named.filter(([name]) => quoted.has(name)).map(([name, { method, path }]) => [name, [method, path]]),
  )
}

/**
 * Words in quotes in all files of the web app. Every used operation is among them, because the types require
 * a literal name in each call.
 */
function quotedWords(): ReadonlySet<string> {
  const root = new URL('../src/web/', import.meta.url).pathname
  const texts = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(root + file, 'utf8'))
  return new Set(texts.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word!)))
}
