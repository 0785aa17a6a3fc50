import type { Plugin } from 'vite'
import { type Endpoint, endpoints } from '../src/contract/index.ts'

const id = 'virtual:endpoints'

/**
 * The web client's list of operations, `name: [method, path]`, made from the contract at build time: the browser
 * needs no schema to make a call, and its types come from the contract itself.
 */
export function endpointTable(): Plugin {
  return {
    name: 'galley:endpoints',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(table())}` : undefined),
  }
}

function table(): Record<string, readonly [string, string]> {
  const named: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints)
  return Object.fromEntries(named.map(([name, { method, path }]) => [name, [method, path]]))
}
