import { z } from 'zod'
import { choice, json, objectOf } from '../config/fields.ts'
import { configReader, type Spelling } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { value } from '../steps.ts'
import { isObject, toJson } from '../values/coercions.ts'

const schema = z.looseObject({
  value: objectOf({ type: choice(['string', 'json']), value: json }, 'a value').superRefine(
    (constant, context) => {
      if (constant.type === 'string' || toJson(constant.value) !== undefined) return
      context.addIssue({ code: 'custom', path: ['value'], message: 'is not JSON.' })
    },
  ),
})

/** A bare value, optionally with its type beside it. */
const plainValue: Spelling = (configInput) => {
  const input = configInput['value']
  if (input === undefined || (isObject(input as never) && 'type' in (input as object))) return
  const type = configInput['value_type'] ?? (typeof input === 'string' ? 'string' : 'json')
  configInput['value'] = { type, value: input }
  delete configInput['value_type']
}

/** The same value in every row. */
export const variable = defineColumn<z.output<typeof schema>>({
  type: 'VARIABLE',
  cost: 'none',
  score: () => 'by-value',
  config: configReader(schema, plainValue),
  dependsOn: () => [],
  evaluator({ value: constant }) {
    const step = value(constant.type === 'json' ? (toJson(constant.value) ?? null) : constant.value)
    return { prepare: () => step }
  },
})
