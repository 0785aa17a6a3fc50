import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A stub for the ports of other rooms. */
const anyPort: unknown = new Proxy(() => {}, { get: () => anyPort, apply: () => anyPort })
const server = join(import.meta.dirname, '../../src/server')

/** The operations that each room of the server handles: the exports of its door named `...Handlers`. */
export async function handledByRoom(): Promise<Map<string, string[]>> {
  const rooms = new Map<string, string[]>()
  for (const door of globSync('*/index.ts', { cwd: server })) {
    const exported = (await import(pathToFileURL(join(server, door)).href)) as Record<string, unknown>
    const maps = Object.entries(exported).filter(([name]) => name.endsWith('Handlers'))
    const names = maps.flatMap(([, map]) =>
      Object.keys(typeof map === 'function' ? map(anyPort) : (map as object)),
    )
    if (maps.length > 0) rooms.set(door, names)
  }
  return rooms
}
