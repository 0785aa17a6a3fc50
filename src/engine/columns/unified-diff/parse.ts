/** One hunk: the lines before and after the change. */
export interface Hunk {
  /** First old line, counted from 1. If the hunk has no old lines, the line before the inserted ones. */
  readonly start: number
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Whether the old, or the new, text ends after this hunk without a newline. */
  readonly endsBefore: boolean
  readonly endsAfter: boolean
}

export type DiffReading =
  | { readonly ok: true; readonly hunks: readonly Hunk[] }
  | { readonly ok: false; readonly reason: string }

const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/
const MAX_HUNKS = 2_000

/** Parses a strict unified diff of one file: headers, then hunks with correct line counts. */
export function parseUnifiedDiff(text: string): DiffReading {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let offset = 0
  while (offset < lines.length && !lines[offset]!.startsWith('--- ')) {
    const line = lines[offset]!
    if (line.startsWith('@@')) return badDiff('It has no --- and +++ lines')
    if (isWholeFile(line)) return badDiff('It creates or deletes a file')
    offset++
  }
  if (offset >= lines.length) return badDiff('It has no --- and +++ lines')
  if (!(lines[offset + 1] ?? '').startsWith('+++ ')) return badDiff('It has a --- line without a +++ line')
  if (isNullFile(lines[offset]!) || isNullFile(lines[offset + 1]!))
    return badDiff('It creates or deletes a file')
  offset += 2
  const hunks: Hunk[] = []
  while (offset < lines.length) {
    if (startsFile(lines[offset]!)) return badDiff('It changes more than one file')
    if (lines[offset]!.trim() === '' && lines.slice(offset).every((line) => line.trim() === '')) break
    if (hunks.length >= MAX_HUNKS) return badDiff(`It has more than ${MAX_HUNKS} hunks`)
    const parsed = parseHunk(lines, offset)
    if (typeof parsed === 'string') return badDiff(`Hunk ${hunks.length + 1} ${parsed}`)
    hunks.push(parsed.hunk)
    offset = parsed.end
  }
  return hunks.length === 0 ? badDiff('It has no hunks') : { ok: true, hunks }
}

function badDiff(reason: string): DiffReading {
  return { ok: false, reason }
}

function isWholeFile(line: string): boolean {
  return line.startsWith('new file mode') || line.startsWith('deleted file mode')
}

function isNullFile(line: string): boolean {
  return line.slice(4).split('\t')[0]!.trim() === '/dev/null'
}

function startsFile(line: string): boolean {
  return line.startsWith('--- ') || line.startsWith('diff --git ')
}

function parseHunk(lines: readonly string[], start: number): { hunk: Hunk; end: number } | string {
  const match = header.exec(lines[start]!)
  if (match === null) return 'does not start with @@ -line,count +line,count @@'
  let oldLeft = Number(match[2] ?? 1)
  let newLeft = Number(match[4] ?? 1)
  const before: string[] = []
  const after: string[] = []
  let endsBefore = false
  let endsAfter = false
  let offset = start + 1
  while (oldLeft > 0 || newLeft > 0 || lines[offset]?.startsWith('\\')) {
    const line = lines[offset++]
    if (line === undefined) return 'ends too early'
    const mark = line[0] ?? ' '
    if (mark === '\\') {
      const last = lines[offset - 2]![0]
      if (last !== '+') endsBefore = true
      if (last !== '-') endsAfter = true
      continue
    }
    if (mark !== ' ' && mark !== '-' && mark !== '+')
      return `has the line ${JSON.stringify(line.slice(0, 40))}`
    if (mark !== '+' && --oldLeft < 0) return 'has more old lines than it says'
    if (mark !== '-' && --newLeft < 0) return 'has more new lines than it says'
    if (mark !== '+') before.push(line.slice(1))
    if (mark !== '-') after.push(line.slice(1))
  }
  return { hunk: { start: Number(match[1]), before, after, endsBefore, endsAfter }, end: offset }
}
