import { fail } from '../errors.ts'
import { repr, str } from '../values/repr.ts'
import type { Arguments, Host, Value } from '../values/value.ts'
import { Dict } from '../values/value.ts'
import { formatValue } from './spec.ts'

/** `text.format(*args, **kwargs)`; fields have the access rights of templates. */
export function braceFormat(host: Host, text: string, args: Arguments): string {
  return new BraceFormatter(host, args).format(text, 2)
}

/** `text.format_map(mapping)`. */
export function braceFormatMap(host: Host, text: string, mapping: Value): string {
  if (!(mapping instanceof Dict)) return fail('format_map() needs a dict')
  const namedArgs = new Map<string, Value>()
  for (const { key, value } of mapping.entries.values())
    if (typeof key === 'string') namedArgs.set(key, value)
  return braceFormat(host, text, { positional: [], named: namedArgs })
}

class BraceFormatter {
  private readonly host: Host
  private readonly args: Arguments
  private nextIndex: number | null = 0

  constructor(host: Host, args: Arguments) {
    this.host = host
    this.args = args
  }

  format(text: string, depth: number): string {
    if (depth < 0) fail('Max string recursion exceeded')
    let out = ''
    let offset = 0
    while (offset < text.length) {
      const char = text[offset]!
      if (char !== '{' && char !== '}') {
        const end = nextBrace(text, offset)
        out += text.slice(offset, end)
        offset = end
      } else if (text[offset + 1] === char) {
        out += char
        offset += 2
      } else if (char === '}') {
        fail("Single '}' encountered in format string")
      } else {
        const end = closingBrace(text, offset + 1)
        out += this.field(text.slice(offset + 1, end), depth)
        offset = end + 1
      }
      this.host.budget.step()
      this.host.budget.checkLength(out.length)
    }
    return out
  }

  private field(source: string, depth: number): string {
    const end = source.search(/[!:]/)
    const path = end < 0 ? source : source.slice(0, end)
    const rest = end < 0 ? '' : source.slice(end)
    const conversion = rest.startsWith('!') ? (rest[1] ?? '') : ''
    const tail = rest.startsWith('!') ? rest.slice(2) : rest
    if (tail !== '' && !tail.startsWith(':')) fail("expected ':' after conversion specifier")
    const spec = this.format(tail.slice(1), depth - 1)
    return formatValue(
      this.convert(this.lookup(path), conversion, rest.startsWith('!')),
      spec,
      this.host.budget,
    )
  }

  private convert(value: Value, conversion: string, hasConversion: boolean): Value {
    if (!hasConversion) return value
    if (conversion === 's') return str(value, this.host.budget)
    if (conversion === 'r' || conversion === 'a') return repr(value, this.host.budget)
    return fail(`Unknown conversion specifier '${conversion}'`)
  }

  private lookup(path: string): Value {
    const parts = path.split(/(?=[.[])/)
    if (/^[.[]/.test(path)) parts.unshift('')
    let value = this.first(parts[0] ?? '')
    for (const part of parts.slice(1)) {
      if (part.startsWith('.')) value = this.host.attribute(value, part.slice(1))
      else if (part.endsWith(']')) value = this.host.item(value, subscript(part.slice(1, -1)))
      else fail("Missing ']' in format string")
    }
    return value
  }

  private first(name: string): Value {
    if (name !== '' && !/^\d{1,9}$/.test(name))
      return argumentOr(this.args.named.get(name), `KeyError: '${name}'`)
    if (name === '' && this.nextIndex === null) fail('cannot switch from manual to automatic field numbering')
    const index = name === '' ? this.nextIndex!++ : Number(name)
    if (name !== '')
      this.nextIndex = this.nextIndex ? fail('cannot switch from automatic to manual numbering') : null
    return argumentOr(this.args.positional[index], 'Replacement index out of range for positional args tuple')
  }
}

function argumentOr(value: Value | undefined, message: string): Value {
  return value === undefined ? fail(message) : value
}

function subscript(text: string): Value {
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

function nextBrace(text: string, from: number): number {
  let offset = from
  while (offset < text.length && text[offset] !== '{' && text[offset] !== '}') offset++
  return offset
}

function closingBrace(text: string, from: number): number {
  let open = 1
  for (let index = from; index < text.length; index++) {
    if (text[index] === '{') open++
    else if (text[index] === '}' && --open === 0) return index
  }
  return fail("expected '}' before end of string")
}
