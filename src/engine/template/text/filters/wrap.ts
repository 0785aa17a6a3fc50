import { type Builtin, flagArg, intArg, takes, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { splitLines } from '../methods/text-lines.ts'
import { pointCount, pointSlice, trim } from '../values/characters.ts'
import { textOf, typeName } from '../values/types.ts'
import { type Host, Undefined, type Value } from '../values/value.ts'

/** Python's textwrap chunks: white space, words cut after hyphens between letters, em-dashes. */
const HYPHEN_CHUNKS =
  /([\t\n\v\f\r ]+|(?<=[\p{L}\p{N}_!"'&.,?])-{2,}(?=[\p{L}\p{N}_])|[^\t\n\v\f\r ]+?(?:-(?:(?<=[\p{L}_]{2}-)|(?<=[\p{L}_]-[\p{L}_]-))(?=[\p{L}_]-?[\p{L}_])|(?=[\t\n\v\f\r ]|$)|(?<=[\p{L}\p{N}_!"'&.,?])(?=-{2,}[\p{L}\p{N}_])))/u
const SPACE_CHUNKS = /([\t\n\v\f\r ]+)/

interface Options {
  readonly width: number
  readonly breakWords: boolean
  readonly hyphens: boolean
}

function chunksOf(line: string, hyphens: boolean, host: Host): string[] {
  const run = longestRun(line)
  host.budget.step(Math.floor((line.length * run) / 256) + Math.floor(line.length / 16))
  return line
    .split(hyphens ? HYPHEN_CHUNKS : SPACE_CHUNKS)
    .filter((chunk) => chunk !== undefined && chunk !== '')
}

/** The chunk pattern looks ahead over a whole run of hyphens. */
function longestRun(text: string): number {
  let longest = 0
  let current = 0
  for (let index = 0; index < text.length; index++) {
    current = text[index] === '-' ? current + 1 : 0
    if (current > longest) longest = current
  }
  return longest
}

function wrapLine(line: string, options: Options, host: Host): string[] {
  const chunks = chunksOf(line, options.hyphens, host).reverse()
  const lines: string[] = []
  while (chunks.length > 0) {
    host.budget.step()
    if (lines.length > 0 && trim(chunks.at(-1)!) === '') chunks.pop()
    const current: string[] = []
    let length = 0
    while (chunks.length > 0 && length + pointCount(chunks.at(-1)!) <= options.width) {
      length += pointCount(chunks.at(-1)!)
      current.push(chunks.pop()!)
    }
    if (chunks.length > 0 && pointCount(chunks.at(-1)!) > options.width) {
      breakLongWord(chunks, current, options.width - length, options)
    }
    if (current.length > 0 && trim(current.at(-1)!) === '') current.pop()
    if (current.length > 0) lines.push(current.join(''))
  }
  return lines
}

function breakLongWord(chunks: string[], current: string[], space: number, options: Options): void {
  const chunk = chunks.at(-1)!
  if (!options.breakWords) {
    if (current.length === 0) current.push(chunks.pop()!)
    return
  }
  const head = pointSlice(chunk, 0, space)
  const hyphen = options.hyphens ? head.lastIndexOf('-') : -1
  const cut = hyphen > 0 && /[^-]/.test(head.slice(0, hyphen)) ? head.slice(0, hyphen + 1) : head
  current.push(cut)
  chunks[chunks.length - 1] = chunk.slice(cut.length)
}

function wordWrap(host: Host, value: Value, bound: readonly (Value | undefined)[]): Value {
  const [widthGiven, breakLong, wrapString, breakHyphens] = bound
  if (value instanceof Undefined) fail(value.message)
  const text = textOf(value) ?? fail(`wordwrap needs text, not ${typeName(value)}`)
  const width = intArg(widthGiven, 'width', 79)
  if (width <= 0) fail(`invalid width ${width} (must be > 0)`)
  const options = {
    width,
    breakWords: breakLong === undefined || flagArg(breakLong),
    hyphens: breakHyphens === undefined || flagArg(breakHyphens),
  }
  const separator = textArg(wrapString ?? undefined, 'wrapstring', '\n')
  const paragraphs = splitLines(text, false, host).map((line) => wrapLine(line, options, host))
  const count = paragraphs.reduce((sum, lines) => sum + Math.max(1, lines.length), 0)
  host.budget.text(text.length + count * separator.length)
  return paragraphs.map((lines) => lines.join(separator)).join(separator)
}

export const WRAP_FILTERS: Readonly<Record<string, Builtin>> = {
  wordwrap: takes('width? break_long_words? wrapstring? break_on_hyphens?', wordWrap),
}
