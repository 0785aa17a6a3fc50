import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { PatternBudgetError } from '../../patterns/pattern-error.ts'
import { isSql } from '../../patterns/sql/index.ts'
import { readXml } from '../../patterns/xml/read.ts'
import type { Inputs, Step } from '../column.ts'
import { choice, columnName, json, orNull, toggle } from '../config/fields.ts'
import { configReader, configRefusal, renameField, replaceWords, strictReader } from '../config/read.ts'
import type { SentConfig } from '../config/sent-field-name.ts'
import { defineColumn } from '../define.ts'
import { failed } from '../failures.ts'
import { SchemaCheck } from '../json-schema/check.ts'
import { keywordProblem } from '../json-schema/keyword-values.ts'
import { type PreparedSchema, prepareSchema, SchemaError } from '../json-schema/prepare.ts'
import { readingXml } from '../reading-xml.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isBlank, isList, isObject, toExactNumber, toJson } from '../values/coercions.ts'

/** PromptLayer does not have `json_schema` and `xml`. */
const schema = z
  .looseObject({
    source: columnName,
    type: choice(['object', 'number', 'sql', 'json_schema', 'xml']),
    json_schema: orNull(json),
    negate: orNull(toggle),
  })
  .superRefine((config, context) => {
    const problem = config.type === 'json_schema' ? schemaProblem(config.json_schema) : null
    if (problem !== null) context.addIssue({ code: 'custom', path: ['json_schema'], message: problem })
  })

type Config = z.output<typeof schema>

/** Whether a value has a format. A missing or blank value gives false, negated or not. */
export const assertValid = defineColumn<Config>({
  type: 'ASSERT_VALID',
  cost: 'none',
  score: () => 'boolean',
  config: strictReader(
    configReader(schema, renameField('validation_type', 'type'), replaceWords('type', { json: 'object' })),
    checkSchema,
  ),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator(config) {
    const check = checkOf(config)
    const valueIfValid = config.negate !== true
    const prepare = ({ values }: Inputs): Step => {
      const input = values[0] ?? null
      if (isBlank(input)) return value(false)
      const valid = check(input)
      if (typeof valid === 'boolean') return value(valid === valueIfValid)
      return valid.kind === 'value' ? value(!valueIfValid, valid.evidence) : valid
    }
    return config.type === 'xml' ? readingXml(prepare) : { prepare }
  },
})

/** A step is false with evidence, or a failure. */
type Check = (input: Json) => boolean | Step

function checkOf(config: Config): Check {
  if (config.type === 'number')
    return (input) => !isObject(input) && !isList(input) && toExactNumber(input) !== undefined
  if (config.type === 'object') return isStructure
  if (config.type === 'xml') return (input) => typeof input === 'string' && readXml(input).ok
  if (config.type === 'json_schema') return schemaCheck(prepareSchema(schemaOf(config.json_schema)!))
  return (input) => {
    if (typeof input !== 'string') return false
    const valid = isSql(input)
    return valid === 'too-large'
      ? failed('too_large', 'The SQL is too long or nests too deeply to check.')
      : valid
  }
}

function isStructure(input: Json): boolean {
  const parsed = toJson(input)
  return isObject(parsed) || isList(parsed)
}

function schemaCheck(prepared: PreparedSchema): Check {
  return (input) => {
    const parsed = toJson(input)
    if (parsed === undefined) return value(false, { reason: 'It is not JSON.' })
    try {
      const problem = new SchemaCheck(prepared).checkRoot(parsed)
      return problem === null ? true : value(false, { path: problem.path, reason: problem.message })
    } catch (error) {
      if (!(error instanceof PatternBudgetError)) throw error
      return failed('too_large', `The value ${error.message}.`)
    }
  }
}

function checkSchema(configInput: SentConfig): void {
  const parsed = schemaOf(configInput['json_schema'] as Json | undefined)
  if (parsed === undefined) return
  try {
    prepareSchema(parsed, keywordProblem)
  } catch (error) {
    if (error instanceof SchemaError) throw configRefusal(['json_schema'], `${error.message}.`)
    throw error
  }
}

function schemaOf(input: Json | null | undefined): Json | undefined {
  return input === undefined || input === null ? undefined : toJson(input)
}

function schemaProblem(input: Json | null | undefined): string | null {
  const parsed = schemaOf(input)
  if (parsed === undefined) return input === undefined || input === null ? 'is required.' : 'is not JSON.'
  try {
    prepareSchema(parsed)
    return null
  } catch (error) {
    if (error instanceof SchemaError) return `${error.message}.`
    throw error
  }
}
