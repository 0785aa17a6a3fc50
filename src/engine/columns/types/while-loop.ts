import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { compileJsonPath, type JsonPath } from '../../patterns/json-path/index.ts'
import type { Inputs, Step } from '../column.ts'
import { orNull, pattern, wholeNumber } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { bodyReferences, bodySpelling, bodyStep, loopFields, oneBody } from '../loop/config.ts'
import { addOutput, finalStep, outputsOf, stateOf } from '../loop/state.ts'
import { findPath } from '../paths.ts'
import { isList, isObject, toJson } from '../values/coercions.ts'

const falseWords = new Set(['', 'false', 'null', '[]', '{}', '""'])

/** Whether an output counts as true. Models answer in text, so a text such as `false` counts as false. */
function isTruthy(output: Json): boolean {
  if (typeof output === 'string') return output.length > 20 || !falseWords.has(output.trim().toLowerCase())
  if (isList(output)) return output.length > 0
  if (isObject(output)) return Object.keys(output).length > 0
  return Boolean(output)
}

const STANDARD_ITERATIONS = 10
const MAX_ITERATIONS = 100

const schema = z
  .looseObject({
    ...loopFields,
    end_condition_json_path: orNull(pattern('a JSONPath', compileJsonPath)),
    max_iterations: orNull(wholeNumber(1, MAX_ITERATIONS)),
  })
  .superRefine(oneBody)

/** Repeats a prompt or a workflow until its output ends the loop, or up to a limit. */
export const whileLoop = defineColumn<z.output<typeof schema>>({
  type: 'WHILE_LOOP',
  cost: 'variable',
  score: () => 'none',
  config: configReader(schema, bodySpelling),
  dependsOn: bodyReferences,
  evaluator(config) {
    const columns = bodyReferences(config)
    const path = config.end_condition_json_path ? compileJsonPath(config.end_condition_json_path) : null
    const maxIterations = config.max_iterations ?? STANDARD_ITERATIONS
    const next = (inputs: Inputs, outputs: readonly Json[]): Step => {
      const special = { loop_index: outputs.length, previous_outputs: outputs, _iterator_item: null }
      return bodyStep(config, columns, inputs, special, stateOf(outputs))
    }
    return {
      prepare: (inputs) => next(inputs, []),
      complete(inputs, state, answer) {
        const outputs = addOutput(outputsOf(state), answer)
        if (!Array.isArray(outputs)) return outputs as Step
        const ends = isOver(path, outputs.at(-1)!)
        if (typeof ends !== 'boolean') return ends
        if (ends) return finalStep(outputs, 'condition')
        return outputs.length >= maxIterations ? finalStep(outputs, 'max_iterations') : next(inputs, outputs)
      },
    }
  },
})

/**
 * Whether the output ends the loop. With a path, any true match ends it; without a path, an empty or false
 * output.
 */
function isOver(path: JsonPath | null, output: Json): boolean | Step {
  if (path === null) return !isTruthy(output)
  const json = toJson(output)
  if (json === undefined) return false
  const matches = findPath(path, json)
  return Array.isArray(matches) ? matches.some(isTruthy) : (matches as Step)
}
