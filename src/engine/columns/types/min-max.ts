import { z } from 'zod'
import { type JsonNumber, orderOfNumbers } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { compileJsonPath } from '../../patterns/json-path/index.ts'
import type { Inputs, Step } from '../column.ts'
import { choice, columnName, exactlyOne, orNull, pattern, sources } from '../config/fields.ts'
import { configReader, renameField } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { findPath } from '../paths.ts'
import { fromSource, fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { isList, isObject, toExactNumber, toJson } from '../values/coercions.ts'

const schema = z
  .looseObject({
    source: orNull(columnName),
    sources: orNull(sources(1)),
    type: choice(['min', 'max']),
    json_path: orNull(pattern('a JSONPath', compileJsonPath)),
  })
  .superRefine(exactlyOne('source', 'sources'))

/** The smallest or largest number of a list, or across columns. Missing values are skipped. */
export const minMax = defineColumn<z.output<typeof schema>>({
  type: 'MIN_MAX',
  cost: 'none',
  score: () => 'number',
  config: configReader(schema, renameField('operation', 'type')),
  dependsOn: (config) =>
    config.source ? [fromSource('source', config.source)] : fromSources(config.sources ?? []),
  evaluator(config) {
    const isMoreExtreme = (order: number) => (config.type === 'min' ? order < 0 : order > 0)
    const path = config.json_path ? compileJsonPath(config.json_path) : null
    return {
      prepare(inputs) {
        let extreme: JsonNumber | null = null
        for (let index = 0; index < inputs.values.length; index++) {
          const numbers = elements(inputs, index)
          if (!Array.isArray(numbers)) return numbers as Step
          const reduced =
            path === null ? numbers : findPath(path, toJson(inputs.values[index] ?? null) ?? null)
          if (!Array.isArray(reduced)) return reduced as Step
          for (const element of reduced.flatMap((item: Json) => (isList(item) ? item : [item]))) {
            if (element === null) continue
            const number = toExactNumber(element)
            if (number === undefined)
              return failed('not_a_number', `${sourceLabel(inputs, index)} has a value that is not a number.`)
            if (extreme === null || isMoreExtreme(orderOfNumbers(number, extreme))) extreme = number
          }
        }
        return value(extreme)
      },
    }
  },
})

/** The elements of a list, the values of an object, or a single number. */
function elements(inputs: Inputs, index: number): readonly Json[] | Step {
  const list = inputs.values[index] ?? null
  if (list === null || list === '') return []
  const json = toExactNumber(list) ?? toJson(list)
  if (json === undefined)
    return failed('not_json', `${sourceLabel(inputs, index)} is neither a number nor JSON.`)
  if (isList(json)) return json
  return isObject(json) ? Object.values(json) : [json]
}
