import { z } from 'zod'
import { choice, columnName, orNull, wholeNumber } from '../config/fields.ts'
import { configReader, renameField, replaceWords } from '../config/read.ts'
import { counts, countTypes } from '../counting/count.ts'
import { defineColumn } from '../define.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isBlank, toText } from '../values/coercions.ts'

const schema = z
  .looseObject({
    source: columnName,
    type: choice(countTypes).default('chars'),
    min_count: orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    max_count: orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  })
  .superRefine((config, context) => {
    if (config.min_count == null || config.max_count == null || config.min_count <= config.max_count) return
    context.addIssue({ code: 'custom', path: ['min_count'], message: 'must not be above max_count.' })
  })

type Config = z.output<typeof schema>

/** The length of a text; with bounds, whether the length is within them. */
export const count = defineColumn<Config>({
  type: 'COUNT',
  cost: 'none',
  score: (config) => (isBounded(config) ? 'boolean' : 'number'),
  config: configReader(
    schema,
    renameField('count_type', 'type'),
    replaceWords('type', { characters: 'chars' }),
  ),
  dependsOn: (config) => [fromSource('source', config.source)],
  /** A missing value is outside any bounds. A blank text is not below a maximum, unless `min_count` permits 0. */
  evaluator(config) {
    const measure = counts[config.type]
    if (!isBounded(config)) return { prepare: ({ values }) => value(measure(toText(values[0] ?? null))) }
    const minimum = config.min_count ?? 0
    const maximum = config.max_count ?? Number.POSITIVE_INFINITY
    return {
      prepare({ values }) {
        const text = values[0] ?? null
        if (text === null) return value(false, { count: 0 })
        const measured = measure(toText(text))
        const canPass = config.min_count != null || !isBlank(text)
        return value(canPass && measured >= minimum && measured <= maximum, { count: measured })
      },
    }
  },
})

function isBounded(config: Config): boolean {
  return config.min_count != null || config.max_count != null
}
