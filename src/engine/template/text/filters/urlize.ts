import { type Builtin, flagArg, intArg, takes, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { countText } from '../methods/text-search.ts'
import { pointCount, pointSlice } from '../values/characters.ts'
import { escapeText, escapeValue } from '../values/html.ts'
import { iterateItems } from '../values/sequences.ts'
import { textOf } from '../values/types.ts'
import type { Host, Value } from '../values/value.ts'

/** Longer words are skipped, to bound the time of the patterns. */
const MAX_WORD = 2048

const WEB =
  /^(?:(?:https?:\/\/|www\.)(?:[\w%-]+\.)*(?:[a-z]{2,63}|xn--[\w%]{2,59})|(?:[\w%-]{2,63}\.)+(?:com|net|int|edu|gov|org|info|mil)|https?:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}|\[(?:[\da-f]{0,4}:){2}(?:[\da-f]{0,4}:?){1,6}\]))(?::\d{1,5})?(?:[/?#]\S*)?$/i
const MAIL_DOMAIN = /^\w[\w.-]*\.\w+$/
const LEAD = /^(?:[(<]|&lt;)+/
const TRAIL = /(?:[)>.,\n]|&gt;)$/
const BRACKETS = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const

interface LinkOptions {
  readonly attributes: string
  readonly limit: number | undefined
  readonly schemes: readonly string[]
}

function isMail(text: string): boolean {
  const index = text.lastIndexOf('@')
  return index > 0 && MAIL_DOMAIN.test(text.slice(index + 1))
}

function linkWord(word: string, options: LinkOptions): string {
  if (word.length > MAX_WORD) return word
  const head = LEAD.exec(word)?.[0] ?? ''
  let middle = word.slice(head.length)
  let tail = ''
  for (let end = TRAIL.exec(middle); end; end = TRAIL.exec(middle)) {
    middle = middle.slice(0, end.index)
    tail = end[0] + tail
  }
  for (const [open, close] of BRACKETS) {
    const opened = countText(middle, open)
    if (opened <= countText(middle, close)) continue
    const moves = Math.min(opened, countText(tail, close))
    for (let count = 0; count < moves; count++) {
      const end = tail.indexOf(close) + close.length
      middle += tail.slice(0, end)
      tail = tail.slice(end)
    }
  }
  return head + linkOf(middle, options) + tail
}

function linkOf(text: string, { attributes, limit, schemes }: LinkOptions): string {
  if (WEB.test(text)) {
    const href = /^https?:\/\//.test(text) ? text : `https://${text}`
    const linkText =
      limit !== undefined && pointCount(text) > limit ? `${pointSlice(text, 0, Math.max(0, limit))}...` : text
    return `<a href="${href}"${attributes}>${linkText}</a>`
  }
  if (text.startsWith('mailto:') && isMail(text.slice(7))) return `<a href="${text}">${text.slice(7)}</a>`
  if (text.includes('@') && !/^(?:www\.|@)/.test(text) && !text.includes(':') && isMail(text)) {
    return `<a href="mailto:${text}">${text}</a>`
  }
  const scheme = schemes.some((prefix) => text !== prefix && text.startsWith(prefix))
  return scheme ? `<a href="${text}"${attributes}>${text}</a>` : text
}

const SCHEME = /^[\w.+-]{2,}:\/{0,2}$/

function urlize(host: Host, value: Value, bound: readonly (Value | undefined)[]): Value {
  const [limit, nofollow, target, rel, extra] = bound
  const text = escapeValue(value, host.budget)
  const rels = new Set(
    textArg(rel ?? '', 'rel')
      .split(/\s+/)
      .filter(Boolean),
  )
  if (flagArg(nofollow)) rels.add('nofollow')
  rels.add('noopener')
  const schemes: string[] = []
  for (const item of iterateItems(extra ?? [], host.budget)) {
    const scheme = textOf(item) ?? ''
    if (!SCHEME.test(scheme)) fail(`'${scheme}' is not a valid URI scheme prefix.`)
    schemes.push(scheme)
  }
  const escaped = (part: string) => escapeText(part, host.budget)
  const targetPart =
    target === undefined || target === null ? '' : ` target="${escaped(textArg(target, 'target'))}"`
  const options: LinkOptions = {
    attributes: ` rel="${escaped(Array.from(rels).sort().join(' '))}"${targetPart}`,
    limit: limit === undefined || limit === null ? undefined : intArg(limit, 'trim_url_limit', 0),
    schemes,
  }
  let length = 0
  const words = text.split(/(\s+)/).map((word) => {
    host.budget.step()
    const linked = linkWord(word, options)
    length += linked.length
    host.budget.checkLength(length)
    return linked
  })
  return words.join('')
}

export const URLIZE_FILTERS: Readonly<Record<string, Builtin>> = {
  urlize: takes('trim_url_limit? nofollow? target? rel? extra_schemes?', urlize),
}
