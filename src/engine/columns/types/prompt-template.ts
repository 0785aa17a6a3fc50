import { z } from 'zod'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failedWith } from '../failures.ts'
import {
  historyOf,
  oneTemplate,
  type PromptConfig,
  promptFields,
  promptNeeds,
  promptReferences,
  templateSpelling,
} from '../prompt/config.ts'
import { variablesOf } from '../references.ts'
import { need, value } from '../steps.ts'

const schema = z.looseObject(promptFields).superRefine(oneTemplate)

/** A registry prompt, or an inline one, run for each row. */
export const promptTemplate = defineColumn<PromptConfig>({
  type: 'PROMPT_TEMPLATE',
  cost: 'model',
  score: () => 'by-value',
  config: configReader(schema, templateSpelling),
  dependsOn: promptReferences,
  evaluator(config) {
    const references = promptReferences(config)
    const needOf = promptNeeds(config)
    return {
      prepare(inputs) {
        const variables = variablesOf(references, inputs.values, 'prompt_template_variable_mappings')
        const history = historyOf(references, inputs)
        if (history !== null && 'kind' in history) return history
        return need(needOf(variables, history))
      },
      complete: (_inputs, _state, answer) => (answer.ok ? value(answer.value) : failedWith(answer.failure)),
    }
  },
})
