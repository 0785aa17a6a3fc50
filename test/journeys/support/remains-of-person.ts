import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { payloadDictionary } from '../../../src/server/db/payload-dictionary.ts'
import type { TestApp } from '../../kit/app.ts'

/** The tables and, on SQLite, the files that still hold one of the texts in any case, also in packed bytes. */
export async function remains(app: TestApp, texts: readonly string[]): Promise<string[]> {
  const locations = new Set<string>()
  const forms = texts.map((text) => text.toLowerCase())
  const holds = (bytes: Uint8Array) => {
    const searched = Buffer.from(bytes).toString('latin1').toLowerCase()
    return forms.some((text) => searched.includes(text))
  }
  const { store, config } = app.context
  if (store.dialect === 'sqlite')
    for (const name of readdirSync(config.folder, { recursive: true }) as string[]) {
      const file = join(config.folder, name)
      if (statSync(file).isFile() && holds(readFileSync(file))) locations.add(name)
    }
  const { rows: tables } = await (store.dialect === 'sqlite'
    ? sql<{
        name: string
      }>`select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`
    : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`
  ).execute(store.db)
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(store.db)
    const values = rows.flatMap((row) => Object.values(row))
    if (values.some((value) => holds(bytesOf(value)))) locations.add(name)
  }
  return [...locations]
}

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

function bytesOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array))
    return Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return zstdMagic.equals(value.subarray(0, 4))
    ? zstdDecompressSync(value, { dictionary: payloadDictionary })
    : value
}
