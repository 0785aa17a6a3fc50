import { z } from 'zod'
import {
  choice,
  columnName,
  filledText,
  isFilled,
  mappings,
  number,
  objectOf,
  orNull,
  toggle,
  wholeNumber,
} from '../config/fields.ts'

const MAX_REPEATS = 15

const labels = z
  .array(filledText('text').max(100, 'is longer than 100 characters.'), 'must be a list of texts.')
  .min(1, 'needs at least 1 label.')
  .max(50, 'has more than 50 labels.')

/** PromptLayer does not have the fields from `output` on. */
export const assertionSchema = z
  .looseObject({
    source: columnName,
    prompt: orNull(filledText()),
    prompt_source: orNull(columnName),
    variable_mappings: mappings.default({}),
    output: choice(['boolean', 'score', 'label', 'pairwise']).optional(),
    scale: orNull(objectOf({ min: number, max: number })),
    labels: orNull(labels),
    passing_labels: orNull(labels),
    /** Column that a pairwise judge compares with the source. */
    compare_with: orNull(columnName),
    negate: orNull(toggle),
    /** With more than one, each judge runs at the model's own temperature; a single judge runs at 0. */
    repeats: orNull(wholeNumber(1, MAX_REPEATS)),
    model: orNull(
      objectOf({
        provider: filledText('the name of a provider'),
        name: filledText('the name of a model'),
        parameters: orNull(z.record(z.string(), z.unknown(), 'must be an object.')),
      }),
    ),
  })
  .superRefine((config, context) => {
    const addProblem = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message })
    const output = config.output ?? 'boolean'
    if (!isFilled(config, 'prompt') && !isFilled(config, 'prompt_source'))
      addProblem('prompt', 'is required unless prompt_source is given.')
    if (config.scale != null && config.scale.min >= config.scale.max)
      addProblem('scale', 'must have its min below its max.')
    if (config.scale != null && output !== 'score') addProblem('scale', 'applies only to the output score.')
    if ((config.labels != null) !== (output === 'label')) {
      addProblem('labels', output === 'label' ? 'is required.' : 'applies only to the output label.')
    }
    if ((config.compare_with != null) !== (output === 'pairwise')) {
      addProblem(
        'compare_with',
        output === 'pairwise' ? 'is required.' : 'applies only to the output pairwise.',
      )
    }
    const unknownLabel = config.passing_labels?.find((label) => !config.labels?.includes(label))
    if (unknownLabel !== undefined)
      addProblem('passing_labels', `has ${unknownLabel}, which is none of the labels.`)
    if (config.negate === true && output !== 'boolean' && config.passing_labels == null) {
      addProblem('negate', 'applies only to an output that passes or fails.')
    }
  })

export type AssertionConfig = z.output<typeof assertionSchema>
