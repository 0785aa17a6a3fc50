import { type Expression, type SqlBool, sql } from 'kysely'

/** True if the column contains the text in any letter case. Wildcards of `like` are escaped. */
export function contains(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
