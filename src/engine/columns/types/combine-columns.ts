import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { orNull, sources, text } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed } from '../failures.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { toText } from '../values/coercions.ts'
import { MAX_VALUE } from '../values/size.ts'

const schema = z
  .looseObject({ sources: sources(1), separator: orNull(text()), format: orNull(text()) })
  .superRefine((config, context) => {
    if (new Set(config.sources).size === config.sources.length) return
    context.addIssue({ code: 'custom', path: ['sources'], message: 'names a column twice.' })
  })

/** Several columns as one object, or as text with a separator or a format. */
export const combineColumns = defineColumn<z.output<typeof schema>>({
  type: 'COMBINE_COLUMNS',
  cost: 'none',
  score: () => 'none',
  config: configReader(schema),
  dependsOn: (config) => fromSources(config.sources),
  keyedByTitle: ({ format, separator }) => typeof format !== 'string' && typeof separator !== 'string',
  retitled(config, before, after) {
    if (typeof config.format !== 'string') return config
    const format = retitle(config.format, before, after)
    return format === config.format ? config : { ...config, format }
  },
  evaluator: ({ format, separator }) => ({
    prepare({ values, titles }) {
      if (typeof format === 'string') {
        const filled = fill(format, titles, values)
        return filled === null ? tooLong : value(filled)
      }
      if (typeof separator === 'string') {
        const texts = values.map(toText)
        const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0)
        return length > MAX_VALUE ? tooLong : value(texts.join(separator))
      }
      return value(Object.fromEntries(titles.map((title, index) => [title, values[index] ?? null])))
    },
  }),
})

const tooLong = failed('too_large', `The text has more than ${MAX_VALUE} characters.`)

/** Null if the text becomes too long. */
function fill(format: string, titles: readonly string[], values: readonly Json[]): string | null {
  let filled = ''
  for (const part of partsOf(format, titles)) {
    filled += typeof part === 'string' ? part : toText(values[part.at] ?? null)
    if (filled.length > MAX_VALUE) return null
  }
  return filled
}

/** The format with new titles; a title that cannot stand in braces becomes its index. */
function retitle(format: string, before: readonly string[], after: readonly string[]): string {
  const columnText = (at: number) => (after[at]!.includes('}') ? String(at) : after[at]!)
  return partsOf(format, before)
    .map((part) =>
      typeof part === 'string'
        ? part
        : `{${part.name === before[part.at] ? columnText(part.at) : part.name}}`,
    )
    .join('')
}

interface ColumnSlot {
  readonly at: number
  readonly name: string
}

/** `{Title}` and `{0}` stand for a column; other braces are text. */
function partsOf(format: string, titles: readonly string[]): readonly (string | ColumnSlot)[] {
  const parts: (string | ColumnSlot)[] = []
  let offset = 0
  for (;;) {
    const open = format.indexOf('{', offset)
    const close = open < 0 ? -1 : format.indexOf('}', open)
    if (close < 0) return [...parts, format.slice(offset)]
    const name = format.slice(open + 1, close)
    const index = titles.includes(name)
      ? titles.indexOf(name)
      : titles.findIndex((_, index) => String(index) === name)
    if (index < 0) parts.push(format.slice(offset, open + 1))
    else parts.push(format.slice(offset, open), { at: index, name })
    offset = index < 0 ? open + 1 : close + 1
  }
}
