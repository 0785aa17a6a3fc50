import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { choice, columnName, exactlyOne, orNull } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { followsTrajectory, readScenarios } from '../trajectory/trajectory.ts'
import { toolCalls } from '../values/tool-calls.ts'

const schema = z
  .looseObject({
    trace_source: columnName,
    /** PromptLayer does not have the last three modes. */
    mode: choice(['strict', 'non_strict', 'unordered', 'subset', 'superset']).default('strict'),
    accepted_scenarios: orNull(
      z.custom<Json>(
        (scenarios) => readScenarios(scenarios as Json) !== null,
        'must be a list of lists of tools.',
      ),
    ),
    expected_source: orNull(columnName),
  })
  .superRefine(exactlyOne('accepted_scenarios', 'expected_source'))

/** Whether a trace called the expected tools, in order. */
export const trajectory = defineColumn<z.output<typeof schema>>({
  type: 'TRAJECTORY',
  cost: 'none',
  score: () => 'boolean',
  config: configReader(schema),
  dependsOn(config) {
    const trace = fromSource('trace_source', config.trace_source)
    return config.expected_source == null
      ? [trace]
      : [trace, fromSource('expected_source', config.expected_source)]
  },
  evaluator(config) {
    const fixed = config.accepted_scenarios == null ? null : readScenarios(config.accepted_scenarios)
    return {
      prepare(inputs) {
        const scenarios = fixed ?? readScenarios(inputs.values[1] ?? null)
        if (scenarios === null)
          return failed('not_a_list', `${sourceLabel(inputs, 1)} has no list of expected tools.`)
        const calledTools = toolCalls(inputs.values[0] ?? null)
        if (calledTools === null) return failed('not_json', `${sourceLabel(inputs, 0)} is not a trace.`)
        return value(followsTrajectory(calledTools, scenarios, config.mode), { tools: calledTools })
      },
    }
  },
})
