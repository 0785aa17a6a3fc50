import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { choice, columnName } from '../config/fields.ts'
import { configReader, renameField, replaceWords } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isList, isObject, plain, toExactNumber, toJson, toText } from '../values/coercions.ts'

const schema = z.looseObject({
  source: columnName,
  type: choice(['string', 'number', 'boolean', 'object']),
})

const casts: Readonly<Record<z.output<typeof schema>['type'], (input: Json) => Json | undefined>> = {
  string: toText,
  number: toExactNumber,
  boolean: toTruth,
  object(input) {
    const json = toJson(input)
    return isObject(json) || isList(json) ? json : undefined
  },
}

const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

function toTruth(input: Json): boolean | undefined {
  const inner = plain(input)
  if (typeof inner === 'boolean') return inner
  if (typeof inner !== 'string' && typeof inner !== 'number') return undefined
  const word = String(inner).trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Converts a value to another type. Null stays null. */
export const parseValue = defineColumn<z.output<typeof schema>>({
  type: 'PARSE_VALUE',
  cost: 'none',
  score: ({ type }) =>
    type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : type === 'string' ? 'by-value' : 'none',
  config: configReader(schema, renameField('target_type', 'type'), replaceWords('type', { json: 'object' })),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator({ type }) {
    const cast = casts[type]
    return {
      prepare(inputs) {
        const input = inputs.values[0] ?? null
        if (input === null) return value(null)
        const parsed = cast(input)
        if (parsed !== undefined) return value(parsed)
        return failed('not_castable', `${sourceLabel(inputs, 0)} cannot be read as ${article[type]}.`)
      },
    }
  },
})

const article = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object or list',
}
