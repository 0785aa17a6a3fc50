/**
 * Columns that code reads by name: `data["X"]`, `data['X']`, `data.get("X")` and `data.X`. Any other use of `data`,
 * or no use at all, means that the code may read every column: `readsWholeRow`.
 */
export interface CodeReferences {
  readonly names: readonly string[]
  readonly readsWholeRow: boolean
}

/** Methods of Python's dict. They read the whole row, except `get` with a literal. */
const methods = new Set([
  'clear',
  'items',
  'keys',
  'values',
  'copy',
  'pop',
  'popitem',
  'get',
  'setdefault',
  'update',
  'hasOwnProperty',
])

const literal = /\s*(["'])((?:[^"'\\\n]){1,255})\1\s*/y
const property = /\.([A-Za-z_][A-Za-z0-9_]{0,254})/y

export function codeReferences(code: string): CodeReferences {
  const names = new Set<string>()
  let readsWholeRow = false
  for (let offset = nextData(code, 0); offset >= 0; offset = nextData(code, offset)) {
    const name = nameInBrackets(code, offset) ?? nameInGet(code, offset) ?? nameAfterDot(code, offset)
    if (name === null) readsWholeRow = true
    else names.add(name)
  }
  return { names: [...names], readsWholeRow: readsWholeRow || names.size === 0 }
}

/** Offset after the next `data` that is a word of its own and not a property; -1 for none. */
function nextData(code: string, from: number): number {
  for (let offset = code.indexOf('data', from); offset >= 0; offset = code.indexOf('data', offset + 4)) {
    if (!isWord(code[offset - 1]) && !isProperty(code, offset) && !isWord(code[offset + 4])) return offset + 4
  }
  return -1
}

/** Three dots before `data` are a spread, not a property access. */
function isProperty(code: string, offset: number): boolean {
  return code[offset - 1] === '.' && !code.startsWith('...', offset - 3)
}

function isWord(letter: string | undefined): boolean {
  return (
    letter !== undefined &&
    (letter === '_' ||
      letter === '$' ||
      letter.toLowerCase() !== letter.toUpperCase() ||
      (letter >= '0' && letter <= '9'))
  )
}

function nameInBrackets(code: string, offset: number): string | null {
  return code[offset] === '[' ? quoted(code, offset + 1, ']') : null
}

function nameInGet(code: string, offset: number): string | null {
  return code.startsWith('.get(', offset)
    ? (quoted(code, offset + 5, ')') ?? quoted(code, offset + 5, ','))
    : null
}

function quoted(code: string, offset: number, close: string): string | null {
  literal.lastIndex = offset
  const match = literal.exec(code)
  return match !== null && code[offset + match[0].length] === close ? match[2]! : null
}

function nameAfterDot(code: string, offset: number): string | null {
  property.lastIndex = offset
  const name = property.exec(code)?.[1]
  return name === undefined || name.startsWith('__') || methods.has(name) ? null : name
}
