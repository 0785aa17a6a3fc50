import mysql from 'node-sql-parser/build/mysql.js'
import postgresql from 'node-sql-parser/build/postgresql.js'
import sqlite from 'node-sql-parser/build/sqlite.js'

export const sqlDialects = ['postgresql', 'mysql', 'sqlite'] as const

export type SqlDialect = (typeof sqlDialects)[number]

/** The parsers go back and forth: nested casts double MySQL's time with each level, measured. */
const MAX_DEPTH = { postgresql: 30, mysql: 6, sqlite: 30 } as const
const MAX_LENGTH = 20_000

const parsers = {
  postgresql: new postgresql.Parser(),
  mysql: new mysql.Parser(),
  sqlite: new sqlite.Parser(),
}

/**
 * Whether every statement of the text parses: in the dialect asked for, or in any of them.
 * 'too-large' is for what would take too long to tell.
 */
export function isSql(text: string, dialect: SqlDialect | null): boolean | 'too-large' {
  if (text.length > MAX_LENGTH) return 'too-large'
  const bare = withoutComments(text)
  if (bare === null || bare.text.trim() === '') return false
  let tooLarge = false
  for (const candidate of dialect === null ? sqlDialects : [dialect]) {
    if (bare.depth > MAX_DEPTH[candidate]) tooLarge = true
    else if (parses(bare.text, candidate)) return true
  }
  return tooLarge ? 'too-large' : false
}

function parses(text: string, dialect: SqlDialect): boolean {
  try {
    const statements: unknown = parsers[dialect].astify(text)
    return Array.isArray(statements) ? statements.length > 0 : Boolean(statements)
  } catch {
    // The parser's own errors and an exhausted stack alike: not understood.
    return false
  }
}

/**
 * The text without comments, in which an unclosed one costs the parsers quadratic time, and how deep
 * its brackets and CASEs nest. Null when a quote or a comment never ends.
 */
function withoutComments(text: string): { text: string; depth: number } | null {
  let kept = ''
  let depth = 0
  let deepest = 0
  let at = 0
  while (at < text.length) {
    const letter = text[at]!
    if (letter === "'" || letter === '"' || letter === '`') {
      const end = text.indexOf(letter, at + 1)
      if (end < 0) return null
      kept += text.slice(at, end + 1)
      at = end + 1
    } else if (letter === '-' && text[at + 1] === '-') {
      const end = text.indexOf('\n', at)
      kept += ' '
      at = end < 0 ? text.length : end
    } else if (letter === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return null
      kept += ' '
      at = end + 2
    } else {
      const change = nesting(text, at, letter)
      depth += change
      deepest = Math.max(deepest, depth)
      kept += letter
      at++
    }
  }
  return { text: kept, depth: deepest }
}

function nesting(text: string, at: number, letter: string): number {
  if (letter === '(' || letter === '[') return 1
  if (letter === ')' || letter === ']') return -1
  if (letter !== 'c' && letter !== 'C' && letter !== 'e' && letter !== 'E') return 0
  const word = text.slice(at, at + 4).toLowerCase()
  return word === 'case' ? 1 : word.startsWith('end') ? -1 : 0
}
