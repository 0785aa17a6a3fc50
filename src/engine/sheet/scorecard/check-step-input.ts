import { badField } from '../../refusal.ts'
import type { Step } from './step.ts'
import { assertionAggregations, countedTypes } from './task.ts'
import { readToolSchemas } from './tool-schemas.ts'

/** Checks that apply only when a step is written; stored steps run whatever they contain. */
export function checkStepInput({ title, primitive, config }: Step): void {
  const requireField = (name: string, holds: boolean, expected: string): void => {
    const message = `Step "${title}": ${name} must be ${expected}`
    if (!holds) throw badField(`primitive_config.${name}`, message)
  }
  if (primitive === 'COLUMN_AGGREGATE') {
    for (const [name, expected] of [
      ['score_mode', 'a text such as score or info'],
      ['label_source', 'the title of a column'],
    ] as const)
      requireField(name, config[name] == null || typeof config[name] === 'string', expected)
    for (const [name, allowed] of [
      ['score_type', countedTypes],
      ['assertion_aggregation', assertionAggregations],
    ] as const)
      requireField(
        name,
        config[name] == null || allowed.some((option) => option === config[name]),
        `one of ${allowed.join(', ')}`,
      )
  }
  if (primitive === 'NO_INVALID_TOOL_CALLS') {
    const { schemas = null } = config
    requireField('schemas', schemas === null || typeof schemas === 'object', 'a list or an object')
    for (const [name, schema] of (schemas === null ? null : readToolSchemas(schemas)) ?? [])
      if (schema.kind === 'unusable')
        requireField('schemas', false, `JSON schemas; that of ${name} cannot be used: ${schema.message}`)
  }
}
