import { Refusal } from '../../refusal.ts'
import type { Step } from './step.ts'
import { assertionAggregations, countedTypes } from './task.ts'

/**
 * Refuses what only who writes a step is told, as it would be left out of account: steps that are stored are run
 * whatever they say.
 */
export function checkSentStep({ title, primitive, config }: Step): void {
  const must = (name: string, holds: boolean, what: string): void => {
    const message = `Step "${title}": ${name} must be ${what}`
    if (!holds) throw new Refusal('bad_request', message, { field: `primitive_config.${name}` })
  }
  if (primitive === 'COLUMN_AGGREGATE') {
    for (const [name, what] of [
      ['score_mode', 'a word, as score or info'],
      ['label_source', 'the title of a column'],
    ] as const)
      must(name, config[name] == null || typeof config[name] === 'string', what)
    for (const [name, known] of [
      ['score_type', countedTypes],
      ['assertion_aggregation', assertionAggregations],
    ] as const)
      must(
        name,
        config[name] == null || known.some((one) => one === config[name]),
        `one of ${known.join(', ')}`,
      )
  }
  if (primitive === 'NO_INVALID_TOOL_CALLS')
    must('schemas', config['schemas'] == null || typeof config['schemas'] === 'object', 'a list or an object')
}
