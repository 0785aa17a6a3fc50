import { type Expression, type SqlBool, sql } from 'kysely'

/** Case-insensitive; escapes the wildcards of `like`. */
export function contains(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
