import { sql } from 'kysely'
import type { Store } from '../../src/server/db/index.ts'

/** A column that every authenticated read writes; it is no content of the workspace. */
const bookkeeping = 'last_used_at'

/** All stored rows of one workspace, as text to compare. */
export async function workspaceRows({ db }: Store, workspace: number): Promise<string> {
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
  const parts = tables.map(async ({ name, columns }) => {
    const key = name === 'workspaces' ? 'id' : columns.find((column) => column.name === 'workspace_id')?.name
    if (!key) return ''
    const rows =
      await sql<object>`select * from ${sql.table(name)} where ${sql.ref(key)} = ${workspace}`.execute(db)
    const texts = rows.rows.map((row) => JSON.stringify({ ...row, [bookkeeping]: null }))
    return [name, ...texts.sort()].join('\n')
  })
  return (await Promise.all(parts)).join('\n\n')
}
