import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import type { Inputs, Reference, Step } from '../column.ts'
import { columnName, exactlyOne, orNull, wholeNumber } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { bodyReferences, bodySpelling, bodyStep, loopFields, oneBody } from '../loop/config.ts'
import { addOutput, finalStep, outputsOf, stateOf } from '../loop/state.ts'
import { fromSource, sourceIndex, sourceValue } from '../references.ts'
import { listOf } from '../values/required.ts'

const MAX_ITERATIONS = 1_000

const schema = z
  .looseObject({
    ...loopFields,
    iterator_source: orNull(columnName),
    max_iterations: orNull(wholeNumber(1, MAX_ITERATIONS)),
  })
  .superRefine(oneBody)
  .superRefine(exactlyOne('iterator_source', 'max_iterations'))

type Config = z.output<typeof schema>

/** A prompt or a workflow run for each item of a list, or a fixed number of times. */
export const forLoop = defineColumn<Config>({
  type: 'FOR_LOOP',
  cost: 'variable',
  score: () => 'none',
  config: configReader(schema, bodySpelling),
  dependsOn: references,
  evaluator(config) {
    const columns = references(config)
    return {
      prepare: (inputs) => next(config, columns, inputs, []),
      complete(inputs, state, answer) {
        const outputs = addOutput(outputsOf(state), answer)
        return Array.isArray(outputs) ? next(config, columns, inputs, outputs) : (outputs as Step)
      },
    }
  },
})

function references(config: Config): readonly Reference[] {
  const iterator =
    config.iterator_source == null ? [] : [fromSource('iterator_source', config.iterator_source)]
  return [...iterator, ...bodyReferences(config)]
}

function next(config: Config, columns: readonly Reference[], inputs: Inputs, outputs: readonly Json[]): Step {
  const items = itemsOf(config, columns, inputs)
  if (!Array.isArray(items)) return items as Step
  const index = outputs.length
  if (index >= items.length) return finalStep(outputs, 'all')
  const special = { loop_index: index, previous_outputs: outputs, _iterator_item: items[index] ?? null }
  return bodyStep(config, columns, inputs, special, stateOf(outputs))
}

/** The items; without a list, one null for each iteration. */
function itemsOf(config: Config, columns: readonly Reference[], inputs: Inputs): readonly Json[] | Step {
  const input = sourceValue(columns, inputs.values, 'iterator_source')
  if (input === undefined) return new Array<Json>(config.max_iterations!).fill(null)
  const items = input === null ? undefined : listOf(input)
  const label = sourceLabel(inputs, sourceIndex(columns, 'iterator_source'))
  if (items === undefined) return failed('not_a_list', `${label} is not a list.`)
  if (items.length <= MAX_ITERATIONS) return items
  return failed('too_large', `${label} has more than ${MAX_ITERATIONS} items.`)
}
