export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly parts: readonly Inline[]; readonly url: string }
  /** Images are never loaded, because a logged text must not call other hosts. */
  | { readonly kind: 'image'; readonly text: string; readonly url: string }

/** Deepest level of marks, such as bold within a link within italics; deeper marks stay text. */
const maxDepth = 4

const marks = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'deleted'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const

/** Longer texts of links stay text, so that many open brackets cost linear time. */
const maxLabelLength = 1_000

const special = /[\\`*_~[!h]/g
const linked = /^https?:\/\/[^\s<>"'`()[\]]+[^\s<>"'`()[\].,;:!?]/

/** Parses one line of text in linear time: a delimiter without an end is searched for only once. */
export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  const missingEnds = new Set<string>()
  let plain = ''
  const push = (part: Inline) => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
    parts.push(part)
  }
  const find = (end: string, from: number): number => {
    if (missingEnds.has(end)) return -1
    const index = text.indexOf(end, from)
    if (index < 0) missingEnds.add(end)
    return index
  }
  /** The part that begins at an index and the index after it; null if there is none. */
  const partAt = (offset: number): readonly [Inline, number] | null => {
    const character = text[offset]!
    if (character === '`') {
      const fence = /^`+/.exec(text.slice(offset, offset + 9))![0]
      const end = find(fence, offset + fence.length)
      return end < 0
        ? null
        : [{ kind: 'code', text: text.slice(offset + fence.length, end) }, end + fence.length]
    }
    if (character === 'h') {
      const url = /\w/.test(text[offset - 1] ?? ' ')
        ? null
        : linked.exec(text.slice(offset, offset + 2_000))?.[0]
      return url ? [{ kind: 'link', parts: [{ kind: 'text', text: url }], url }, offset + url.length] : null
    }
    if (character === '[' || text.startsWith('![', offset)) return linkAt(offset)
    if (depth >= maxDepth) return null
    for (const [mark, kind] of marks) {
      if (!text.startsWith(mark, offset) || !opens(offset, mark)) continue
      const end = closeOf(mark, offset + mark.length)
      if (end < 0) continue
      const inner = text.slice(offset + mark.length, end)
      return [{ kind, parts: parseInline(inner, depth + 1) }, end + mark.length]
    }
    return null
  }
  const linkAt = (offset: number): readonly [Inline, number] | null => {
    const isImage = text[offset] === '!'
    const start = offset + (isImage ? 2 : 1)
    const middle = find('](', start)
    const end = middle < 0 ? -1 : find(')', middle)
    if (end < 0 || middle - start > maxLabelLength) return null
    const [url = ''] = text
      .slice(middle + 2, end)
      .trim()
      .split(/\s/)
    const label = text.slice(start, middle)
    if (isImage) return [{ kind: 'image', text: label, url }, end + 1]
    if (!/^(https?:\/\/|mailto:)/i.test(url) || depth >= maxDepth) return null
    return [{ kind: 'link', parts: parseInline(label, depth + 1), url }, end + 1]
  }
  /** `snake_case` and `2 * 3 * 4` are no marks. */
  const opens = (offset: number, mark: string) =>
    /\S/.test(text[offset + mark.length] ?? ' ') && !(mark[0] === '_' && /\w/.test(text[offset - 1] ?? ' '))
  const closeOf = (mark: string, from: number): number => {
    const end = find(mark, from)
    if (end <= from || /\s/.test(text[end - 1]!)) return -1
    return mark[0] === '_' && /\w/.test(text[end + mark.length] ?? ' ') ? -1 : end
  }
  for (let offset = 0; offset < text.length; ) {
    special.lastIndex = offset
    const next = special.exec(text)?.index ?? text.length
    plain += text.slice(offset, next)
    offset = next
    if (offset >= text.length) break
    if (text[offset] === '\\' && /[!-/:-@[-`{-~]/.test(text[offset + 1] ?? '')) {
      plain += text[offset + 1]
      offset += 2
      continue
    }
    const part = partAt(offset)
    if (part) {
      push(part[0])
      offset = part[1]
    } else plain += text[offset++]
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain })
  return parts
}
