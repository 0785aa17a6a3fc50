import { sql } from 'kysely'
import type { Store } from '../../src/server/db/index.ts'

/** Written by every authenticated read; says nothing about what the workspace holds. */
const bookkeeping = 'last_used_at'

/** All that storage holds of one workspace, as text to compare. */
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
