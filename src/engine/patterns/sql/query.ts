import { expression } from './expression.ts'
import type { SqlReader } from './reader.ts'
import { orderBy, window } from './window.ts'

/** A SELECT with all its optional clauses. */
export function query(reader: SqlReader): void {
  reader.nested(() => {
    if (reader.isWord('WITH')) withClause(reader)
    setOperations(reader)
    tail(reader)
  })
}

/** `WITH name AS (…), …`; an INSERT, UPDATE or DELETE may follow too. */
export function withClause(reader: SqlReader): void {
  reader.expect('WITH')
  reader.accept('RECURSIVE')
  reader.list(() => {
    reader.name()
    if (reader.isSymbol('(')) names(reader)
    reader.expect('AS')
    if (!reader.accept('NOT', 'MATERIALIZED')) reader.accept('MATERIALIZED')
    reader.inBrackets(() => reader.nested(() => reader.statement()))
  })
}

export function names(reader: SqlReader): void {
  reader.inBrackets(() => reader.list(() => reader.path()))
}

function setOperations(reader: SqlReader): void {
  term(reader)
  while (reader.isWord('UNION', 'INTERSECT', 'EXCEPT', 'MINUS')) {
    reader.skip()
    if (!reader.accept('ALL')) reader.accept('DISTINCT')
    term(reader)
  }
}

function term(reader: SqlReader): void {
  if (reader.isSymbol('(')) {
    reader.inBrackets(() => query(reader))
    return
  }
  if (reader.accept('VALUES')) {
    reader.list(() => reader.inBrackets(() => reader.list(() => expression(reader))))
    return
  }
  select(reader)
}

function select(reader: SqlReader): void {
  reader.expect('SELECT')
  if (reader.accept('DISTINCT')) {
    if (reader.accept('ON')) reader.inBrackets(() => reader.list(() => expression(reader)))
  } else reader.accept('ALL')
  if (reader.isWord('TOP') && (reader.peek(1).kind === 'number' || reader.peek(1).text === '(')) top(reader)
  items(reader)
  if (reader.accept('INTO')) reader.path()
  if (reader.accept('FROM')) tables(reader)
  if (reader.accept('WHERE')) expression(reader)
  if (reader.accept('GROUP', 'BY')) grouping(reader)
  if (reader.accept('HAVING')) expression(reader)
  if (reader.accept('WINDOW')) {
    reader.list(() => {
      reader.name()
      reader.expect('AS')
      window(reader)
    })
  }
  if (reader.accept('QUALIFY')) expression(reader)
}

function top(reader: SqlReader): void {
  reader.skip()
  if (reader.peek().kind === 'number') reader.skip()
  else reader.inBrackets(() => expression(reader))
  reader.accept('PERCENT')
}

/** Selected or returned expressions, with optional names. */
export function items(reader: SqlReader): void {
  reader.list(() => {
    expression(reader)
    if (reader.isWord('EXCEPT', 'EXCLUDE') && reader.peek(1).text === '(') {
      reader.skip()
      names(reader)
    }
    alias(reader)
  })
}

function alias(reader: SqlReader): void {
  if (reader.accept('AS')) {
    if (reader.peek().kind === 'text') reader.skip()
    else reader.name()
  } else if (reader.isName()) reader.skip()
}

function grouping(reader: SqlReader): void {
  if (reader.accept('ALL')) return
  reader.list(() => {
    if (reader.accept('GROUPING', 'SETS')) reader.inBrackets(() => reader.list(() => set(reader)))
    else expression(reader)
  })
  if (reader.accept('WITH')) reader.expect('ROLLUP')
}

function set(reader: SqlReader): void {
  if (reader.isSymbol('(') && reader.peek(1).text === ')') reader.skip(2)
  else expression(reader)
}

const joins = ['JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'NATURAL', 'STRAIGHT_JOIN']

/** Tables, joined or in a list. */
export function tables(reader: SqlReader): void {
  reader.list(() => joined(reader))
}

function joined(reader: SqlReader): void {
  table(reader)
  while (reader.isWord(...joins)) {
    reader.accept('NATURAL')
    if (reader.isWord('INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS')) reader.skip()
    if (reader.isWord('OUTER', 'SEMI', 'ANTI')) reader.skip()
    if (!reader.accept('STRAIGHT_JOIN')) reader.expect('JOIN')
    table(reader)
    if (reader.accept('ON')) expression(reader)
    else if (reader.accept('USING')) names(reader)
  }
}

function table(reader: SqlReader): void {
  reader.accept('LATERAL')
  if (reader.isSymbol('(')) {
    reader.inBrackets(() => (reader.startsQuery() ? query(reader) : reader.nested(() => joined(reader))))
  } else if (reader.peek().kind === 'text') reader.skip()
  else {
    reader.path()
    if (reader.isSymbol('(')) {
      reader.inBrackets(() => {
        if (!reader.isSymbol(')')) reader.list(() => expression(reader))
      })
    }
  }
  if (reader.accept('TABLESAMPLE')) {
    reader.name()
    reader.inBrackets(() => expression(reader))
  }
  alias(reader)
  if (reader.isSymbol('(')) names(reader)
}

function tail(reader: SqlReader): void {
  if (reader.isWord('ORDER')) orderBy(reader)
  if (reader.accept('LIMIT') && !reader.accept('ALL')) {
    expression(reader)
    if (reader.acceptSymbol(',')) expression(reader)
  }
  if (reader.accept('OFFSET')) {
    expression(reader)
    if (!reader.accept('ROWS')) reader.accept('ROW')
  }
  if (reader.accept('FETCH')) fetch(reader)
  if (reader.accept('LIMIT')) expression(reader)
  while (reader.accept('FOR')) locking(reader)
}

function fetch(reader: SqlReader): void {
  if (!reader.accept('FIRST')) reader.expect('NEXT')
  if (reader.peek().kind === 'number') reader.skip()
  if (!reader.accept('ROWS')) reader.expect('ROW')
  if (!reader.accept('ONLY')) reader.expect('WITH', 'TIES')
}

function locking(reader: SqlReader): void {
  reader.accept('NO', 'KEY')
  if (!reader.accept('UPDATE') && !reader.accept('SHARE')) reader.expect('KEY', 'SHARE')
  if (reader.accept('OF')) reader.list(() => reader.path())
  if (!reader.accept('NOWAIT')) reader.accept('SKIP', 'LOCKED')
}
