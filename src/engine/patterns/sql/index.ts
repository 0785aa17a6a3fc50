/** Whether a text is SQL, in one pass. */

import { expression } from './expression.ts'
import { query } from './query.ts'
import { SqlDepthError, SqlError, SqlReader } from './reader.ts'
import { statement } from './statement.ts'
import { readSqlTokens } from './tokens.ts'

const MAX_LENGTH = 200_000

/**
 * Whether every statement of a text is SQL, in the common dialect and a little more. Parses in one pass without
 * backtracking: backtracking parsers take time that doubles with each open bracket (node-sql-parser: 18 s for 25).
 * 'too-large' beyond the limits.
 */
export function isSql(text: string): boolean | 'too-large' {
  if (text.length > MAX_LENGTH) return 'too-large'
  const tokens = readSqlTokens(text)
  if (tokens === null) return false
  const reader = new SqlReader(tokens, { expression, query, statement })
  try {
    let count = 0
    for (;;) {
      while (reader.isSymbol(';')) reader.skip()
      if (reader.peek().kind === 'end') return count > 0
      statement(reader)
      count++
      if (reader.peek().kind !== 'end' && !reader.isSymbol(';')) return false
    }
  } catch (error) {
    if (error instanceof SqlError) return false
    if (error instanceof SqlDepthError) return 'too-large'
    throw error
  }
}
