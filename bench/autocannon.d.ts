/** The part of autocannon 9 that the bench uses; the package brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Options {
    url: string
    connections: number
    duration: number
    requests: readonly { method: string; path: string; headers: Record<string, string>; body?: string }[]
  }

  export interface Result {
    duration: number
    errors: number
    non2xx: number
    '2xx': number
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter
}
