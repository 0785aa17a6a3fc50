import { z } from 'zod'
import { sources } from '../config/fields.ts'
import { configReader, numberedSources } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed } from '../failures.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { numberOf } from '../values/required.ts'

const schema = z.looseObject({ sources: sources(2, 2) })

/** How far two numbers are apart. */
export const absoluteNumericDistance = defineColumn<z.output<typeof schema>>({
  type: 'ABSOLUTE_NUMERIC_DISTANCE',
  cost: 'none',
  score: () => 'lower-is-better',
  config: configReader(schema, numberedSources),
  dependsOn: (config) => fromSources(config.sources),
  evaluator: () => ({
    prepare(inputs) {
      const left = numberOf(inputs, 0)
      if (typeof left !== 'number') return left
      const right = numberOf(inputs, 1)
      if (typeof right !== 'number') return right
      const distance = Math.abs(left - right)
      return Number.isFinite(distance)
        ? value(distance)
        : failed('not_a_number', 'The distance is no finite number.')
    },
  }),
})
