import { z } from 'zod'
import { mappings, maybe, toggle } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { passedOn } from '../failures.ts'
import { fromMapping, variablesOf } from '../references.ts'
import { need, value } from '../steps.ts'
import { oneWorkflow, workflowFields, workflowNeed, workflowSpelling } from '../workflow/config.ts'

const schema = z
  .looseObject({
    ...workflowFields,
    input_mappings: mappings.default({}),
    /** Beyond the reference: the name of the setting is ours. */
    propagate_errors: maybe(toggle),
  })
  .superRefine(oneWorkflow)

/** A workflow run for each row; its main output is the value. */
export const workflow = defineColumn<z.output<typeof schema>>({
  type: 'WORKFLOW',
  cost: 'variable',
  score: () => 'by-value',
  config: configReader(schema, workflowSpelling),
  dependsOn: (config) => fromMapping('input_mappings', config.input_mappings),
  evaluator(config) {
    const references = fromMapping('input_mappings', config.input_mappings)
    return {
      prepare: ({ values }) =>
        need(workflowNeed(config, variablesOf(references, values, 'input_mappings'), false)),
      complete: (_inputs, _state, answer) => (answer.ok ? value(answer.value) : passedOn(answer.failure)),
    }
  },
})
