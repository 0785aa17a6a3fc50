import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { Manifest } from '../../src/server/db/index.ts'

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

/** The rows of a table, unordered. */
export function linesOf(folder: string, table: string): string[] {
  const text = zstdDecompressSync(readFileSync(join(folder, `${table}.jsonl.zst`))).toString('utf8')
  return text.split('\n').slice(0, -1).sort()
}
