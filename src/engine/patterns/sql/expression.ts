import type { SqlReader } from './reader.ts'
import { orderBy, ordering, readOverClause } from './window.ts'

const symbols = [
  ...[
    '=',
    '==',
    '<',
    '>',
    '<=',
    '>=',
    '<>',
    '!=',
    '<=>',
    '+',
    '-',
    '*',
    '/',
    '%',
    '^',
    '&',
    '|',
    '||',
    '<<',
    '>>',
  ],
  ...['->', '->>', '#>', '#>>', '@>', '<@', '&&', '~', '!~', '~*', '!~*', '~~', '~~*', '!~~', '!~~*', '#'],
]

const likeOperators = ['LIKE', 'ILIKE', 'RLIKE', 'REGEXP', 'GLOB', 'MATCH']

/**
 * Alternating operands and operators. Precedence does not affect validity, except for the AND of BETWEEN, so the
 * outermost expression takes the ANDs.
 */
export function expression(reader: SqlReader, withAnd = true): void {
  reader.nested(() => {
    operand(reader)
    while (operator(reader, withAnd)) {
      /* `operator` has read its operand too. */
    }
  })
}

function operator(reader: SqlReader, withAnd: boolean): boolean {
  if (withAnd && (reader.accept('AND') || reader.accept('OR') || reader.accept('XOR')))
    return operandFollows(reader)
  if (reader.accept('DIV') || reader.accept('MOD')) return operandFollows(reader)
  if (reader.isSymbol(...symbols)) {
    reader.skip()
    if (reader.accept('ANY') || reader.accept('ALL') || reader.accept('SOME')) return bracketed(reader)
    return operandFollows(reader)
  }
  if (reader.accept('IS')) return isPredicate(reader)
  const negated = reader.peek().text === 'NOT' && reader.peek().kind === 'word'
  const word = reader.peek(negated ? 1 : 0)
  if (word.kind !== 'word') return false
  if (![...likeOperators, 'IN', 'BETWEEN', 'SIMILAR'].includes(word.text)) return false
  reader.skip(negated ? 2 : 1)
  if (word.text === 'IN') return reader.isSymbol('(') ? bracketed(reader) : operandFollows(reader)
  if (word.text === 'BETWEEN') {
    reader.accept('SYMMETRIC')
    expression(reader, false)
    reader.expect('AND')
    return operandFollows(reader)
  }
  if (word.text === 'SIMILAR') reader.expect('TO')
  operandFollows(reader)
  if (reader.accept('ESCAPE')) operand(reader)
  return true
}

function operandFollows(reader: SqlReader): true {
  operand(reader)
  return true
}

function isPredicate(reader: SqlReader): true {
  reader.accept('NOT')
  if (reader.accept('DISTINCT', 'FROM')) return operandFollows(reader)
  if (
    !reader.accept('NULL') &&
    !reader.accept('TRUE') &&
    !reader.accept('FALSE') &&
    !reader.accept('UNKNOWN')
  ) {
    return operandFollows(reader)
  }
  return true
}

function bracketed(reader: SqlReader): true {
  reader.inBrackets(() => (reader.startsQuery() ? reader.query() : reader.list(() => expression(reader))))
  return true
}

function operand(reader: SqlReader): void {
  while (reader.isSymbol('-', '+', '~', '!') || reader.isWord('NOT', 'PRIOR', 'BINARY')) reader.skip()
  primary(reader)
  while (suffix(reader)) {
    /* Casts, indexes and the like follow each other. */
  }
}

function suffix(reader: SqlReader): boolean {
  if (reader.acceptSymbol('::')) {
    type(reader)
    return true
  }
  if (reader.acceptSymbol('[')) {
    if (!reader.isSymbol(':')) expression(reader)
    if (reader.acceptSymbol(':') && !reader.isSymbol(']')) expression(reader)
    reader.expectSymbol(']')
    return true
  }
  if (reader.acceptSymbol('.')) {
    if (!reader.acceptSymbol('*')) reader.path()
    return true
  }
  if (reader.accept('AT', 'TIME', 'ZONE')) return operandFollows(reader)
  if (!reader.accept('COLLATE')) return false
  reader.path()
  return true
}

function primary(reader: SqlReader): void {
  const { kind, text } = reader.peek()
  if (kind === 'number' || kind === 'text' || kind === 'parameter') reader.skip()
  else if (kind === 'symbol') symbol(reader, text)
  else if (kind !== 'word' || !keyword(reader, text)) nameOrCall(reader)
}

/** Parses an expression that starts with a keyword; false if the word is a name. */
function keyword(reader: SqlReader, text: string): boolean {
  const next = reader.peek(1)
  const calls = next.kind === 'symbol' && next.text === '('
  if (text === 'NULL') reader.skip()
  else if (text === 'CASE') caseWhen(reader)
  else if (text === 'EXISTS') {
    reader.skip()
    reader.inBrackets(() => reader.query())
  } else if (text === 'INTERVAL' && ['text', 'number', 'parameter'].includes(next.kind)) interval(reader)
  else if (calls && ['CAST', 'TRY_CAST', 'SAFE_CAST'].includes(text)) cast(reader)
  else if (text === 'ARRAY' && next.text === '[') {
    reader.skip()
    symbol(reader, '[')
  } else if (calls && ['LEFT', 'RIGHT', 'VALUES'].includes(text)) {
    // LEFT and RIGHT are joins and also functions.
    reader.skip()
    argumentsOf(reader)
  } else if (next.kind === 'text' && reader.isName()) {
    // DATE '2024-01-01'
    reader.skip(2)
  } else return false
  return true
}

function cast(reader: SqlReader): void {
  reader.skip()
  reader.inBrackets(() => {
    expression(reader)
    reader.expect('AS')
    type(reader)
  })
}

function symbol(reader: SqlReader, text: string): void {
  if (text === '*' || text === '?') {
    reader.skip()
    return
  }
  if (text === '[') {
    reader.skip()
    if (!reader.isSymbol(']')) reader.list(() => expression(reader))
    reader.expectSymbol(']')
    return
  }
  if (text !== '(') reader.fail()
  bracketed(reader)
}

function nameOrCall(reader: SqlReader): void {
  reader.name()
  while (reader.acceptSymbol('.')) {
    if (reader.acceptSymbol('*')) return
    if (reader.peek().kind !== 'word' && reader.peek().kind !== 'name') reader.fail()
    reader.skip()
  }
  if (reader.isSymbol('(')) argumentsOf(reader)
}

/** Keywords that separate the arguments of some functions. */
const between = ['FROM', 'FOR', 'USING', 'PLACING', 'SEPARATOR', 'ON', 'DEFAULT']

function argumentsOf(reader: SqlReader): void {
  reader.inBrackets(() => {
    if (reader.isSymbol(')')) return
    if (reader.startsQuery()) {
      reader.query()
      return
    }
    if (!reader.accept('DISTINCT')) reader.accept('ALL')
    if (['BOTH', 'LEADING', 'TRAILING'].includes(reader.peek().text)) reader.skip()
    if (reader.isWord('FROM')) reader.skip()
    reader.list(() => argument(reader))
    if (reader.accept('ORDER', 'BY')) ordering(reader)
    while (reader.isWord(...between)) {
      reader.skip()
      reader.list(() => argument(reader))
    }
    nulls(reader)
  })
  nulls(reader)
  if (reader.accept('WITHIN', 'GROUP')) reader.inBrackets(() => orderBy(reader))
  if (reader.isWord('FILTER') && reader.peek(1).text === '(') {
    reader.skip()
    reader.inBrackets(() => {
      reader.expect('WHERE')
      expression(reader)
    })
  }
  if (reader.accept('OVER')) readOverClause(reader)
}

function nulls(reader: SqlReader): void {
  if (!reader.accept('IGNORE', 'NULLS')) reader.accept('RESPECT', 'NULLS')
}

function argument(reader: SqlReader): void {
  expression(reader)
  if (reader.accept('AS')) type(reader)
  if (reader.acceptSymbol(':=') || (reader.isSymbol('=') && reader.peek(1).text === '>')) expression(reader)
}

function caseWhen(reader: SqlReader): void {
  reader.nested(() => {
    reader.expect('CASE')
    if (!reader.isWord('WHEN')) expression(reader)
    do {
      reader.expect('WHEN')
      expression(reader)
      reader.expect('THEN')
      expression(reader)
    } while (reader.isWord('WHEN'))
    if (reader.accept('ELSE')) expression(reader)
    reader.expect('END')
  })
}

function interval(reader: SqlReader): void {
  reader.skip(2)
  const units = [
    'YEAR',
    'QUARTER',
    'MONTH',
    'WEEK',
    'DAY',
    'HOUR',
    'MINUTE',
    'SECOND',
    'DAYS',
    'HOURS',
    'MONTHS',
    'YEARS',
  ]
  if (!reader.isWord(...units)) return
  reader.skip()
  if (reader.accept('TO')) reader.name()
}

/** `INT`, `DECIMAL(10, 2)`, `TIMESTAMP WITH TIME ZONE`, `TEXT[]`, `ARRAY<INT>`. */
export function type(reader: SqlReader): void {
  reader.path()
  if (reader.isWord('PRECISION', 'VARYING', 'UNSIGNED', 'SIGNED')) reader.skip()
  if (reader.isSymbol('(')) reader.inBrackets(() => reader.list(() => expression(reader)))
  if (reader.acceptSymbol('<')) {
    reader.nested(() => reader.list(() => type(reader)))
    reader.expectSymbol('>')
  }
  if (!reader.accept('WITH', 'TIME', 'ZONE')) reader.accept('WITHOUT', 'TIME', 'ZONE')
  while (reader.acceptSymbol('[')) {
    if (reader.peek().kind === 'number') reader.skip()
    reader.expectSymbol(']')
  }
}
