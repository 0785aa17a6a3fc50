import { z } from 'zod'
import { compileJsonPath } from '../../patterns/json-path/index.ts'
import { choice, json, number, objectOf, orNull, pattern, sources, toggle } from '../config/fields.ts'
import type { Spelling } from '../config/read.ts'

const bound = number.min(0, 'must not be below 0.')

/**
 * PromptLayer does not have `similarity`, `tolerance` and `mode`. `bleu` is a sentence's BLEU with add-one smoothing;
 * `sacrebleu` is sacrebleu's `sentence_bleu` (13a, exponential smoothing) divided by 100.
 */
const comparison = objectOf(
  {
    type: choice(['STRING', 'JSON', 'NUMBER']),
    json_path: orNull(pattern('a JSONPath', compileJsonPath)),
    operator: orNull(choice(['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE'])),
    tolerance: orNull(objectOf({ absolute: orNull(bound), relative: orNull(bound) })),
    similarity: orNull(choice(['levenshtein', 'bleu', 'sacrebleu', 'rouge_l'])),
    mode: orNull(choice(['equal', 'score'])),
  },
  'a type, or an object that has one',
).superRefine((settings, context) => {
  const allowOnlyFor = (field: string, type: string, isSet: boolean): void => {
    if (!isSet || settings.type === type) return
    context.addIssue({ code: 'custom', path: [field], message: `applies only to the type ${type}.` })
  }
  allowOnlyFor('json_path', 'JSON', settings.json_path != null)
  allowOnlyFor('operator', 'NUMBER', settings.operator != null)
  allowOnlyFor('tolerance', 'NUMBER', settings.tolerance != null)
  allowOnlyFor('similarity', 'STRING', settings.similarity != null)
  allowOnlyFor('mode', 'JSON', settings.mode === 'score')
  if (
    settings.tolerance != null &&
    settings.operator != null &&
    settings.operator !== 'EQ' &&
    settings.operator !== 'NE'
  ) {
    context.addIssue({
      code: 'custom',
      path: ['tolerance'],
      message: 'applies only to the operators EQ and NE.',
    })
  }
})

export const compareSchema = z
  .looseObject({
    sources: sources(1, 2),
    target: json.optional(),
    comparison_type: comparison,
    negate: orNull(toggle),
  })
  .superRefine((config, context) => {
    const { similarity, mode } = config.comparison_type
    if (config.negate === true && (similarity != null || mode === 'score')) {
      const message = 'applies only to a comparison that passes or fails.'
      context.addIssue({ code: 'custom', path: ['negate'], message })
    }
    const single = config.sources.length === 1
    if (single === (config.target !== undefined)) return
    const path = single ? ['sources'] : ['target']
    const message = single ? 'needs 2 columns, or 1 and a target.' : 'cannot be combined with two columns.'
    context.addIssue({ code: 'custom', path, message })
  })

export type CompareConfig = z.output<typeof compareSchema>

/**
 * Accepts a bare word as the type, a missing or null type as STRING, and a null target beside two columns.
 */
export const comparisonSpelling: Spelling = (configInput) => {
  const comparison = configInput['comparison_type']
  if (comparison === undefined || comparison === null) configInput['comparison_type'] = { type: 'STRING' }
  else if (typeof comparison === 'string') configInput['comparison_type'] = { type: comparison.toUpperCase() }
  else if (typeof comparison === 'object' && 'type' in comparison && typeof comparison.type === 'string')
    configInput['comparison_type'] = { ...comparison, type: comparison.type.toUpperCase() }
  if (
    configInput['target'] === null &&
    Array.isArray(configInput['sources']) &&
    configInput['sources'].length === 2
  )
    delete configInput['target']
}
