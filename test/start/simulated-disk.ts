import fs, { existsSync, promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/**
 * Loaded before the server's code. While the file of `?full=` exists, the disk is full: no bytes are free,
 * and SQLite gets pages for small writes only, as on a disk whose reserve was released.
 */
const flag = new URL(import.meta.url).searchParams.get('full')!
const pagesForSmallWrites = 64
const maxPages = 4_294_967_294

const { statfsSync } = fs
const { statfs } = promises
const withoutRoom = <Sizes extends { bavail: number | bigint }>(sizes: Sizes) =>
  existsSync(flag) ? { ...sizes, bavail: 0 } : sizes
Object.assign(fs, { statfsSync: (path: string) => withoutRoom(statfsSync(path)) })
Object.assign(promises, { statfs: async (path: string) => withoutRoom(await statfs(path)) })
syncBuiltinESMExports()

const { exec } = DatabaseSync.prototype
let wasFull = false
DatabaseSync.prototype.exec = function limited(this: DatabaseSync, sql: string) {
  const isFull = existsSync(flag)
  if (sql === 'begin immediate' && isFull !== wasFull) {
    wasFull = isFull
    const { page_count } = this.prepare('pragma page_count').get() as { page_count: number }
    exec.call(this, `pragma max_page_count = ${isFull ? page_count + pagesForSmallWrites : maxPages}`)
  }
  exec.call(this, sql)
}
