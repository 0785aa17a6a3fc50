import { z } from 'zod'
import { mappings, orNull, toggle } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith, sourceLabel } from '../failures.ts'
import { fromMapping, variablesOf } from '../references.ts'
import { need, value } from '../steps.ts'
import { oneWorkflow, workflowFields, workflowNeed, workflowSpelling } from '../workflow/config.ts'

const schema = z
  .looseObject({
    ...workflowFields,
    input_mappings: mappings.default({}),
    /**
     * Not in PromptLayer. If true, a source without a value, or an input without a source, fails the cell before the run.
     * Otherwise the workflow runs with null.
     */
    propagate_errors: orNull(toggle),
  })
  .superRefine(oneWorkflow)

/** Runs a workflow for each row; its main output is the value. */
export const workflow = defineColumn<z.output<typeof schema>>({
  type: 'WORKFLOW',
  cost: 'variable',
  score: () => 'by-value',
  config: configReader(schema, workflowSpelling),
  dependsOn: (config) => fromMapping('input_mappings', config.input_mappings),
  evaluator(config) {
    const references = fromMapping('input_mappings', config.input_mappings)
    const strict = config.propagate_errors === true
    return {
      prepare(inputs) {
        const empty = strict ? references.findIndex((_source, index) => inputs.values[index] == null) : -1
        if (empty >= 0)
          return failed('missing_value', `${sourceLabel(inputs, empty)} has no value for the workflow.`)
        const workflowRun = workflowNeed(
          config,
          variablesOf(references, inputs.values, 'input_mappings'),
          false,
        )
        return need(strict ? { ...workflowRun, everyInput: true } : workflowRun)
      },
      complete: (_inputs, _state, answer) => (answer.ok ? value(answer.value) : failedWith(answer.failure)),
    }
  },
})
