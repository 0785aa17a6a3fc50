import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Asks the spawner for a process. The secret token names the process, and is the first text of its connection. */
export interface SpawnOrder {
  readonly token: string
  readonly command: readonly string[]
}

export type SpawnerMessage =
  | { readonly kind: 'spawned'; readonly token: string; readonly pid: number }
  | ({ readonly kind: 'ended'; readonly token: string } & SpawnedEnd)

/** How a process ended. */
export interface SpawnedEnd {
  readonly cause: string
  /** True after SIGKILL, which the kernel sends when memory runs out; code cannot cause it. */
  readonly wasKilled: boolean
  /** The end of its stderr. */
  readonly errorText: string
}

/** The length of a UUID. */
export const tokenLength = 36

/** The address at which the server waits for connections. On Linux it is in no folder, so that no folder limits its length. */
export function addressOf(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name)
}
