import { z } from 'zod'
import { orNull, sources, toggle } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'

const schema = z.looseObject({
  sources: sources(2),
  /** Not in PromptLayer. Empty text counts as missing. */
  skip_empty: orNull(toggle),
  /** Not in PromptLayer. A failed source counts as missing. */
  skip_failed: orNull(toggle),
})

/** The first value that is not missing. */
export const coalesce = defineColumn<z.output<typeof schema>>({
  type: 'COALESCE',
  cost: 'none',
  score: () => 'by-value',
  config: configReader(schema),
  dependsOn: (config) => fromSources(config.sources),
  acceptsFailedSources: (config) => config.skip_failed === true,
  evaluator: ({ skip_empty: skipEmpty }) => ({
    prepare({ values }) {
      for (const input of values) {
        if (input !== null && !(skipEmpty === true && input === '')) return value(input)
      }
      return value(null)
    },
  }),
})
