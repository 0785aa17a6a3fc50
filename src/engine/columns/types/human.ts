import { z } from 'zod'
import { choice, json, number, objectOf, orNull, text } from '../config/fields.ts'
import { configReader, renameField, replaceWords, type Spelling } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import { answerProblem } from '../human/answer.ts'
import { need, value } from '../steps.ts'

const element = objectOf({
  type: choice(['slider', 'number', 'rating', 'text', 'select']),
  min: orNull(number),
  max: orNull(number),
  step: orNull(number.positive('must be above 0.')),
  options: orNull(
    z
      .array(json, 'must be a list.')
      .min(1, 'needs at least 1 option.')
      .max(200, 'has more than 200 options.'),
  ),
  prompt: orNull(text()),
}).superRefine((fields, context) => {
  if (fields.min != null && fields.max != null && fields.min > fields.max) {
    context.addIssue({ code: 'custom', path: ['min'], message: 'must not be above max.' })
  }
  if (fields.type === 'select' && fields.options == null) {
    context.addIssue({ code: 'custom', path: ['options'], message: 'is required.' })
  }
})

const schema = z.looseObject({ data_type: choice(['number', 'string']), ui_element: element })

export type HumanConfig = z.output<typeof schema>

/** The older form has the element's fields beside the type. */
const flatElement: Spelling = (configInput) => {
  if (configInput['ui_element'] !== undefined || configInput['data_type'] === undefined) return
  const built: Record<string, unknown> = { type: configInput['data_type'] === 'number' ? 'number' : 'text' }
  for (const field of ['min', 'max', 'prompt']) {
    if (configInput[field] === undefined) continue
    built[field] = configInput[field]
    delete configInput[field]
  }
  configInput['ui_element'] = built
}

/** A person's rating or text, checked when it is entered. */
export const human = defineColumn<HumanConfig>({
  type: 'HUMAN',
  cost: 'none',
  score: (config) => (config.data_type === 'number' ? 'number' : 'none'),
  config: configReader(
    schema,
    renameField('input_type', 'data_type'),
    replaceWords('data_type', { numeric: 'number', text: 'string' }),
    flatElement,
  ),
  dependsOn: () => [],
  evaluator: (config) => ({
    prepare: () => need({ kind: 'human' }),
    complete(_inputs, _state, answer) {
      if (!answer.ok) return failedWith(answer.failure)
      const problem = answerProblem(config, answer.value)
      return problem === null ? value(answer.value) : failed('answer_not_allowed', problem)
    },
  }),
})
