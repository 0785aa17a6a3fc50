import type { SqlReader } from './reader.ts'

export function readOverClause(reader: SqlReader): void {
  if (!reader.isSymbol('(')) {
    reader.name()
    return
  }
  window(reader)
}

export function window(reader: SqlReader): void {
  reader.inBrackets(() => {
    if (reader.isName() && !reader.isWord('PARTITION', 'ROWS', 'RANGE', 'GROUPS')) reader.name()
    if (reader.accept('PARTITION', 'BY')) reader.list(() => reader.expression())
    if (reader.isWord('ORDER')) orderBy(reader)
    if (!reader.isWord('ROWS', 'RANGE', 'GROUPS')) return
    reader.skip()
    if (!reader.accept('BETWEEN')) {
      bound(reader)
      return
    }
    bound(reader)
    reader.expect('AND')
    bound(reader)
  })
}

function bound(reader: SqlReader): void {
  if (reader.accept('CURRENT', 'ROW')) return
  if (!reader.accept('UNBOUNDED')) reader.expression(false)
  if (!reader.accept('PRECEDING')) reader.expect('FOLLOWING')
}

export function orderBy(reader: SqlReader): void {
  reader.expect('ORDER', 'BY')
  ordering(reader)
}

export function ordering(reader: SqlReader): void {
  reader.list(() => {
    reader.expression()
    if (!reader.accept('ASC')) reader.accept('DESC')
    if (reader.accept('NULLS') && !reader.accept('FIRST')) reader.expect('LAST')
  })
}
