import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from '../../kit/app.ts'

/** The tables and, on SQLite, the files that still hold one of the texts in any case. */
export async function remains(app: TestApp, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  // PostgreSQL returns bytes as hexadecimal digits.
  const inDigits = texts.map((text) => Buffer.from(text).toString('hex'))
  const forms = [...texts.map((text) => text.toLowerCase()), ...inDigits]
  const holds = (bytes: string) => {
    const searched = bytes.toLowerCase()
    return forms.some((text) => searched.includes(text))
  }
  const { store, config } = app.context
  const { folder } = config
  if (store.dialect === 'sqlite') {
    for (const name of readdirSync(folder, { recursive: true }) as string[])
      if (statSync(join(folder, name)).isFile() && holds(readFileSync(join(folder, name)).toString('latin1')))
        found.push(name)
    return found
  }
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(store.db)
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      store.db,
    )
    if (rows.some(({ text }) => holds(text))) found.push(name)
  }
  return found
}
