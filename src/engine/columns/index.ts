/**
 * The column types. `column.ts` is their interface, `need.ts` the needs that others satisfy; `types/` has one file for each
 * type.
 */

import type { ColumnType } from './column.ts'
import type { ColumnTypeName } from './names.ts'
import { absoluteNumericDistance } from './types/absolute-numeric-distance.ts'
import { aiDataExtraction } from './types/ai-data-extraction.ts'
import { applyDiff } from './types/apply-diff.ts'
import { assertValid } from './types/assert-valid.ts'
import { coalesce } from './types/coalesce.ts'
import { codeExecution } from './types/code-execution.ts'
import { combineColumns } from './types/combine-columns.ts'
import { compare } from './types/compare.ts'
import { composition } from './types/composition.ts'
import { condition } from './types/condition.ts'
import { contains } from './types/contains.ts'
import { conversationSimulator } from './types/conversation-simulator.ts'
import { cosineSimilarity } from './types/cosine-similarity.ts'
import { count } from './types/count.ts'
import { endpoint } from './types/endpoint.ts'
import { forLoop } from './types/for-loop.ts'
import { human } from './types/human.ts'
import { jsonPath } from './types/json-path.ts'
import { llmAssertion } from './types/llm-assertion.ts'
import { mathOperator } from './types/math-operator.ts'
import { mcp } from './types/mcp.ts'
import { minMax } from './types/min-max.ts'
import { parseValue } from './types/parse-value.ts'
import { promptTemplate } from './types/prompt-template.ts'
import { regex } from './types/regex.ts'
import { regexExtraction } from './types/regex-extraction.ts'
import { text } from './types/text.ts'
import { trace } from './types/trace.ts'
import { trajectory } from './types/trajectory.ts'
import { variable } from './types/variable.ts'
import { whileLoop } from './types/while-loop.ts'
import { workflow } from './types/workflow.ts'
import { xmlPath } from './types/xml-path.ts'

export type { Json, JsonObject } from '../json/json.ts'
export { loadXml } from '../patterns/xml/read.ts'
export { maxCodeSeconds, standardCodeSeconds } from './code/limits.ts'
export * from './column.ts'
export { type CostGroup, mayCallModels, mayCallOthers } from './cost-group.ts'

export { fitArguments, missingArguments } from './mcp/fit-arguments.ts'
export { type ColumnTypeName, readColumnType } from './names.ts'
export * from './need.ts'
export { plain, scoreOf, toNumber } from './values/coercions.ts'
export { isTooLarge, MAX_VALUE } from './values/size.ts'
export { type Written, writtenValue } from './values/written.ts'

/** All types; a missing one fails to compile. */
export const columnTypes: Readonly<Record<ColumnTypeName, ColumnType>> = {
  TEXT: text,
  ABSOLUTE_NUMERIC_DISTANCE: absoluteNumericDistance,
  AI_DATA_EXTRACTION: aiDataExtraction,
  APPLY_DIFF: applyDiff,
  ASSERT_VALID: assertValid,
  COALESCE: coalesce,
  CONDITION: condition,
  CODE_EXECUTION: codeExecution,
  COMBINE_COLUMNS: combineColumns,
  COMPARE: compare,
  COMPOSITION: composition,
  CONTAINS: contains,
  CONVERSATION_SIMULATOR: conversationSimulator,
  COSINE_SIMILARITY: cosineSimilarity,
  COUNT: count,
  ENDPOINT: endpoint,
  FOR_LOOP: forLoop,
  HUMAN: human,
  JSON_PATH: jsonPath,
  LLM_ASSERTION: llmAssertion,
  MATH_OPERATOR: mathOperator,
  MCP: mcp,
  MIN_MAX: minMax,
  PARSE_VALUE: parseValue,
  PROMPT_TEMPLATE: promptTemplate,
  REGEX: regex,
  REGEX_EXTRACTION: regexExtraction,
  TRACE: trace,
  TRAJECTORY: trajectory,
  VARIABLE: variable,
  WHILE_LOOP: whileLoop,
  WORKFLOW: workflow,
  XML_PATH: xmlPath,
}

/** Parses a config to the canonical spelling. @throws Refusal 'bad_request' that names the field. */
export function readSentConfig<Config>(
  type: ColumnTypeName,
  configInput: Readonly<Record<string, unknown>> | null,
): Config {
  const { config } = columnTypes[type]
  if (configInput) config.checkSent?.(configInput)
  return config(configInput) as Config
}
