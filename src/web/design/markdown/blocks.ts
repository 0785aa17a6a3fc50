import { type Inline, parseInline } from './inline.ts'

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'rule' }

type Cell = readonly Inline[]

/** Deepest level of quotes and lists within lists; deeper levels stay text. */
const maxDepth = 6

const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/
const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const item = /^( {0,12})([-*+]|\d{1,9}[.)])( +|$)/
const divider = /^ {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/

/** A subset of GitHub's Markdown. HTML stays text. */
export function parseBlocks(text: string): readonly Block[] {
  return blocksOf(text.replaceAll('\t', '    ').split('\n'), 0)
}

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = []
  for (let offset = 0; offset < lines.length; ) {
    if (lines[offset]!.trim() === '') offset++
    else {
      const [block, next] = blockAt(lines, offset, depth)
      blocks.push(block)
      offset = next
    }
  }
  return blocks
}

/** The block that begins at a line, and the line after it. */
function blockAt(lines: readonly string[], index: number, depth: number): readonly [Block, number] {
  const line = lines[index]!
  const fenced = fence.exec(line)
  if (fenced) return codeAt(lines, index, fenced[1]!, fenced[2]!)
  const title = heading.exec(line)
  if (title) return [{ kind: 'heading', level: title[1]!.length, parts: parseInline(title[2]!) }, index + 1]
  if (rule.test(line)) return [{ kind: 'rule' }, index + 1]
  if (line.includes('|') && divider.test(lines[index + 1] ?? '')) return tableAt(lines, index)
  if (depth < maxDepth && /^ {0,3}>/.test(line)) return quoteAt(lines, index, depth)
  if (depth < maxDepth && item.test(line)) return listAt(lines, index, depth)
  return paragraphAt(lines, index, depth)
}

function codeAt(
  lines: readonly string[],
  lineIndex: number,
  mark: string,
  language: string,
): readonly [Block, number] {
  const isEnd = (line: string) => {
    const text = line.trim()
    return text.length >= mark.length && text === mark[0]!.repeat(text.length)
  }
  let end = lineIndex + 1
  while (end < lines.length && !isEnd(lines[end]!)) end++
  return [{ kind: 'code', language, text: lines.slice(lineIndex + 1, end).join('\n') }, end + 1]
}

function quoteAt(lines: readonly string[], index: number, depth: number): readonly [Block, number] {
  let end = index
  while (end < lines.length && /^ {0,3}>/.test(lines[end]!)) end++
  const inner = lines.slice(index, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return [{ kind: 'quote', blocks: blocksOf(inner, depth + 1) }, end]
}

function listAt(lines: readonly string[], index: number, depth: number): readonly [Block, number] {
  const [, margin, mark] = item.exec(lines[index]!)!
  const isOrdered = mark!.length > 1
  const items: string[][] = []
  let width = 0
  let end = index
  for (; end < lines.length; end++) {
    const line = lines[end]!
    const match = item.exec(line)
    const indent = line.search(/\S/)
    const isOwn =
      match !== null && match[1]!.length < margin!.length + 2 && match[1]!.length >= margin!.length
    if (isOwn && match[2]!.length > 1 === isOrdered && !rule.test(line)) {
      width = match[0].length
      items.push([line.slice(width)])
    } else if (indent < 0) {
      // After a blank line, a list continues only with an item or an indented line.
      const next = lines[end + 1] ?? ''
      if (!(item.test(next) || /^ {2,}\S/.test(next))) break
      items.at(-1)!.push('')
    } else if (indent > margin!.length) items.at(-1)!.push(line.slice(Math.min(indent, width)))
    else break
  }
  const start = isOrdered ? Number.parseInt(mark!, 10) : null
  return [{ kind: 'list', start, items: items.map((inner) => blocksOf(inner, depth + 1)) }, end]
}

function tableAt(lines: readonly string[], index: number): readonly [Block, number] {
  let end = index + 2
  while (end < lines.length && lines[end]!.includes('|')) end++
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => parseInline(cell.trim()))
  return [{ kind: 'table', head: cells(lines[index]!), rows: lines.slice(index + 2, end).map(cells) }, end]
}

/** Line breaks stay: models and people use them without the two spaces of Markdown. */
function paragraphAt(lines: readonly string[], index: number, depth: number): readonly [Block, number] {
  const ends = (line: string) =>
    line.trim() === '' ||
    heading.test(line) ||
    fence.test(line) ||
    rule.test(line) ||
    (depth < maxDepth && (/^ {0,3}>/.test(line) || item.test(line)))
  let end = index + 1
  while (end < lines.length && !ends(lines[end]!)) end++
  const text = lines
    .slice(index, end)
    .map((line) => line.trim())
    .join('\n')
  return [{ kind: 'paragraph', parts: parseInline(text) }, end]
}
