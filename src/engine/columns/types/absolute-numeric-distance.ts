import { z } from 'zod'
import { exactResult, isBeyondDoubles } from '../../json/arithmetic.ts'
import { isJsonNumber, nearest, orderOfNumbers } from '../../json/exact-number.ts'
import { sources } from '../config/fields.ts'
import { configReader, numberedSources } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed } from '../failures.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { numberOf } from '../values/required.ts'

const schema = z.looseObject({ sources: sources(2, 2) })

/** The absolute difference of two numbers. */
export const absoluteNumericDistance = defineColumn<z.output<typeof schema>>({
  type: 'ABSOLUTE_NUMERIC_DISTANCE',
  cost: 'none',
  score: () => 'lower-is-better',
  config: configReader(schema, numberedSources),
  dependsOn: (config) => fromSources(config.sources),
  evaluator: () => ({
    prepare(inputs) {
      const left = numberOf(inputs, 0)
      if (!isJsonNumber(left)) return left
      const right = numberOf(inputs, 1)
      if (!isJsonNumber(right)) return right
      const distance = Math.abs(nearest(left) - nearest(right))
      if (!Number.isFinite(distance)) return failed('not_a_number', 'The distance is not a finite number.')
      if (!isBeyondDoubles(left, right, distance)) return value(distance)
      const [less, more] = orderOfNumbers(left, right) < 0 ? [left, right] : [right, left]
      const exact = exactResult('-', more, less)
      return exact === null ? failed('too_large', 'The distance has too many digits.') : value(exact)
    },
  }),
})
