import { type Builtin, flagArg, takes } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { splitSpace } from '../methods/text-split.ts'
import { escapeText, escapeValue } from '../values/html.ts'
import { unescapeHtml } from '../values/html-entities.ts'
import { repr, str } from '../values/repr.ts'
import { iterateItems, iteratorOf, toList } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import { Dict, type Host, Markup, Undefined, type Value } from '../values/value.ts'

function escapeFilter(host: Host, value: Value): Value {
  return value instanceof Markup ? value : new Markup(escapeValue(value, host.budget))
}

/** Characters whose copy costs about as much as one step of a template. */
const charactersPerStep = 4_096

/** Removes comments, whose removal may form new ones, and then tags. */
function stripTags(text: string, host: Host): string {
  let rest = text
  for (let start = rest.indexOf('<!--'); start >= 0; start = rest.indexOf('<!--', Math.max(0, start - 3))) {
    const end = rest.indexOf('-->', start)
    if (end < 0) break
    host.budget.step(1 + Math.floor(rest.length / charactersPerStep))
    rest = rest.slice(0, start) + rest.slice(end + 3)
  }
  const pieces: string[] = []
  let offset = 0
  for (let start = rest.indexOf('<'); start >= 0; start = rest.indexOf('<', offset)) {
    const end = rest.indexOf('>', start)
    if (end < 0) break
    pieces.push(rest.slice(offset, start))
    offset = end + 1
  }
  return pieces.join('') + rest.slice(offset)
}

function collapse(text: string, host: Host): string {
  return splitSpace(text, -1, host).join(' ')
}

const BAD_ATTRIBUTE = /[\s/>=]/

function xmlAttributes(host: Host, value: Value, [autospace]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) fail(value.message)
  if (!(value instanceof Dict)) return fail(`xmlattr needs a dict, not ${typeName(value)}`)
  const parts: string[] = []
  for (const { key, value: item } of value.entries.values()) {
    if (item === null || item instanceof Undefined) continue
    const name = textOf(key) ?? fail('attribute names must be text')
    if (BAD_ATTRIBUTE.test(name)) fail(`Invalid character in attribute name: ${repr(key, host.budget)}`)
    parts.push(`${escapeText(name, host.budget)}="${escapeValue(item, host.budget)}"`)
  }
  const text = parts.join(' ')
  host.budget.text(text.length)
  return text !== '' && (autospace === undefined || flagArg(autospace)) ? ` ${text}` : text
}

/** `urllib.parse.quote` over UTF-8; queries also quote `/` and write spaces as `+`. */
function quoteUrl(value: Value, forQuery: boolean, host: Host): string {
  const text = str(value, host.budget)
  host.budget.text(text.length * 3)
  const quoted = encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (char) => {
    return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return forQuery ? quoted.replaceAll('%20', '+') : quoted.replaceAll('%2F', '/')
}

function urlEncode(host: Host, value: Value): Value {
  if (textOf(value) !== undefined || iteratorOf(value) === undefined) return quoteUrl(value, false, host)
  const pairs: string[] = []
  for (const pair of value instanceof Dict ? value.items() : iterateItems(value, host.budget)) {
    const [key, item, ...more] = toList(pair, host.budget)
    if (key === undefined || item === undefined || more.length > 0) return fail('urlencode needs pairs')
    pairs.push(`${quoteUrl(key, true, host)}=${quoteUrl(item, true, host)}`)
  }
  return pairs.join('&')
}

export const HTML_FILTERS: Readonly<Record<string, Builtin>> = {
  escape: takes('', escapeFilter),
  e: takes('', escapeFilter),
  forceescape: takes('', (host, value) => new Markup(escapeText(str(value, host.budget), host.budget))),
  safe: takes('', (host, value) => new Markup(str(value, host.budget))),
  striptags: takes('', (host, value) => {
    const text = str(value, host.budget)
    host.budget.text(text.length)
    return unescapeHtml(collapse(stripTags(text, host), host))
  }),
  xmlattr: takes('autospace?', xmlAttributes),
  urlencode: takes('', urlEncode),
}
