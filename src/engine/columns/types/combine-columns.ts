import { z } from 'zod'
import { maybe, sources, text } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import type { Json } from '../json.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { toText } from '../values/coercions.ts'

const schema = z
  .looseObject({ sources: sources(1), separator: maybe(text()), format: maybe(text()) })
  .superRefine((config, context) => {
    if (new Set(config.sources).size === config.sources.length) return
    context.addIssue({ code: 'custom', path: ['sources'], message: 'names a column twice.' })
  })

/** Several columns as one object; as text where a separator or a format says how. */
export const combineColumns = defineColumn<z.output<typeof schema>>({
  type: 'COMBINE_COLUMNS',
  cost: 'none',
  score: () => 'none',
  config: configReader(schema),
  dependsOn: (config) => fromSources(config.sources),
  evaluator: ({ format, separator }) => ({
    prepare({ values, titles }) {
      if (typeof format === 'string') return value(fill(format, titles, values))
      if (typeof separator === 'string') return value(values.map(toText).join(separator))
      return value(Object.fromEntries(titles.map((title, index) => [title, values[index] ?? null])))
    },
  }),
})

/** `{Title}` and `{0}` stand for a column; other braces are text. */
function fill(format: string, titles: readonly string[], values: readonly Json[]): string {
  let filled = ''
  let at = 0
  for (;;) {
    const open = format.indexOf('{', at)
    const close = open < 0 ? -1 : format.indexOf('}', open)
    if (close < 0) return filled + format.slice(at)
    const name = format.slice(open + 1, close)
    const index = titles.includes(name)
      ? titles.indexOf(name)
      : titles.findIndex((_, place) => String(place) === name)
    filled += format.slice(at, open)
    filled += index < 0 ? '{' : toText(values[index] ?? null)
    at = index < 0 ? open + 1 : close + 1
  }
}
