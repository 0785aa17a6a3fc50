import { type Expression, type SqlBool, sql } from 'kysely'

/** That the column's text contains this one in any case, whatever signs of `like` that holds. */
export function contains(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
