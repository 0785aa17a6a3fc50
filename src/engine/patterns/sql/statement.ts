import { expression } from './expression.ts'
import { items, names, query, tables, withClause } from './query.ts'
import type { SqlReader } from './reader.ts'

/** Administrative statements, which differ between databases: a keyword and at least one token. */
const commands = [
  'ANALYZE',
  'CALL',
  'COMMENT',
  'COPY',
  'GRANT',
  'MERGE',
  'PRAGMA',
  'REVOKE',
  'SET',
  'SHOW',
  'USE',
]
const transactions = ['BEGIN', 'COMMIT', 'END', 'ROLLBACK', 'VACUUM']

export function statement(reader: SqlReader): void {
  if (reader.isWord('WITH')) {
    withClause(reader)
    statement(reader)
    return
  }
  if (reader.startsQuery()) {
    query(reader)
    return
  }
  const word = reader.peek()
  if (word.kind !== 'word') reader.fail()
  reader.skip()
  if (word.text === 'INSERT' || word.text === 'REPLACE') insert(reader)
  else if (word.text === 'UPDATE') update(reader)
  else if (word.text === 'DELETE') remove(reader)
  else if (word.text === 'CREATE') create(reader)
  else if (word.text === 'DROP') drop(reader)
  else if (word.text === 'ALTER') alter(reader)
  else if (word.text === 'TRUNCATE') {
    reader.accept('TABLE')
    reader.list(() => reader.path())
    reader.rest(0)
  } else if (word.text === 'EXPLAIN' || word.text === 'DESCRIBE') explain(reader)
  else if (transactions.includes(word.text)) reader.rest(0)
  else if (commands.includes(word.text)) reader.rest(1)
  else reader.fail()
}

function insert(reader: SqlReader): void {
  if (reader.accept('OR')) reader.name()
  reader.accept('IGNORE')
  if (!reader.accept('OVERWRITE')) reader.expect('INTO')
  reader.accept('TABLE')
  reader.path()
  if (reader.accept('AS')) reader.name()
  if (reader.isSymbol('(') && !reader.startsQuery()) names(reader)
  if (!reader.accept('DEFAULT', 'VALUES')) query(reader)
  if (reader.accept('ON', 'DUPLICATE', 'KEY', 'UPDATE')) assignments(reader)
  if (reader.accept('ON', 'CONFLICT')) conflict(reader)
  returning(reader)
}

function conflict(reader: SqlReader): void {
  if (reader.isSymbol('(')) reader.inBrackets(() => reader.list(() => expression(reader)))
  if (reader.accept('ON', 'CONSTRAINT')) reader.name()
  if (reader.accept('WHERE')) expression(reader)
  reader.expect('DO')
  if (reader.accept('NOTHING')) return
  reader.expect('UPDATE', 'SET')
  assignments(reader)
  if (reader.accept('WHERE')) expression(reader)
}

function update(reader: SqlReader): void {
  tables(reader)
  reader.expect('SET')
  assignments(reader)
  if (reader.accept('FROM')) tables(reader)
  if (reader.accept('WHERE')) expression(reader)
  returning(reader)
}

function assignments(reader: SqlReader): void {
  reader.list(() => {
    if (reader.isSymbol('(')) names(reader)
    else reader.path()
    reader.expectSymbol('=')
    expression(reader)
  })
}

function remove(reader: SqlReader): void {
  reader.expect('FROM')
  tables(reader)
  if (reader.accept('USING')) tables(reader)
  if (reader.accept('WHERE')) expression(reader)
  returning(reader)
}

function returning(reader: SqlReader): void {
  if (reader.accept('RETURNING')) items(reader)
}

function create(reader: SqlReader): void {
  reader.accept('OR', 'REPLACE')
  while (reader.isWord('TEMP', 'TEMPORARY', 'UNIQUE', 'MATERIALIZED', 'UNLOGGED', 'RECURSIVE', 'VIRTUAL'))
    reader.skip()
  const objectKind = reader.peek()
  if (objectKind.kind !== 'word') reader.fail()
  reader.skip()
  if (objectKind.text === 'TABLE') {
    createTable(reader)
    return
  }
  if (objectKind.text === 'VIEW') {
    createView(reader)
    return
  }
  if (objectKind.text !== 'INDEX' && objectKind.text !== 'SCHEMA' && objectKind.text !== 'DATABASE') {
    reader.rest(1)
    return
  }
  reader.accept('CONCURRENTLY')
  reader.accept('IF', 'NOT', 'EXISTS')
  if (objectKind.text !== 'INDEX') {
    reader.rest(1)
    return
  }
  if (!reader.isWord('ON')) reader.path()
  reader.expect('ON')
  reader.path()
  reader.rest(3)
}

function createTable(reader: SqlReader): void {
  reader.accept('IF', 'NOT', 'EXISTS')
  reader.path()
  if (reader.accept('AS')) {
    query(reader)
    return
  }
  if (reader.accept('LIKE')) {
    reader.path()
    return
  }
  if (reader.isSymbol('(') && reader.startsQuery()) {
    query(reader)
    return
  }
  if (!reader.isSymbol('(') || reader.peek(1).text === ')') reader.fail()
  if (!reader.isName(1) && reader.peek(1).kind !== 'word') reader.fail()
  reader.rest(4)
}

function createView(reader: SqlReader): void {
  reader.accept('IF', 'NOT', 'EXISTS')
  reader.path()
  if (reader.isSymbol('(')) names(reader)
  reader.expect('AS')
  query(reader)
}

function drop(reader: SqlReader): void {
  if (reader.peek().kind !== 'word') reader.fail()
  reader.skip()
  reader.accept('IF', 'EXISTS')
  reader.list(() => reader.path())
  reader.rest(0)
}

function alter(reader: SqlReader): void {
  if (reader.peek().kind !== 'word') reader.fail()
  reader.skip()
  reader.accept('IF', 'EXISTS')
  reader.path()
  reader.rest(1)
}

function explain(reader: SqlReader): void {
  while (reader.isWord('ANALYZE', 'VERBOSE', 'QUERY', 'PLAN', 'EXTENDED')) reader.skip()
  if (reader.isSymbol('(') && !reader.startsQuery()) names(reader)
  statement(reader)
}
