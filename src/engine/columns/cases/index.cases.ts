import type { ColumnTypeName } from '../names.ts'
import { applyDiffCases } from './apply-diff.cases.ts'
import { assertionCases } from './assertion.cases.ts'
import type { ColumnCase } from './case.ts'
import { assertValidCases, containsCases, countCases, distanceCases } from './checks.cases.ts'
import { compareCases } from './compare.cases.ts'
import { compareOptionCases } from './compare-options.cases.ts'
import { conditionCases } from './condition.cases.ts'
import { codeCases, endpointCases, mcpCases } from './external-calls.cases.ts'
import { jsonPathCases } from './json-path.cases.ts'
import { forLoopCases, whileLoopCases } from './loops.cases.ts'
import { mathOperatorCases } from './math-operator.cases.ts'
import { cosineCases, extractionCases, promptCases, workflowCases } from './model-needs.cases.ts'
import { parseValueCases } from './parse-value.cases.ts'
import { regexCases } from './regex.cases.ts'
import { regexExtractionCases } from './regex-extraction.cases.ts'
import { simulatorCases } from './simulator.cases.ts'
import {
  coalesceCases,
  combineColumnsCases,
  compositionCases,
  humanCases,
  minMaxCases,
  trajectoryCases,
  variableCases,
} from './values.cases.ts'
import { textCases, traceCases } from './written.cases.ts'
import { xmlPathCases } from './xml-path.cases.ts'

/** The cases of every type. */
export const cases: Readonly<Record<ColumnTypeName, readonly ColumnCase[]>> = {
  TEXT: textCases,
  ABSOLUTE_NUMERIC_DISTANCE: distanceCases,
  AI_DATA_EXTRACTION: extractionCases,
  APPLY_DIFF: applyDiffCases,
  ASSERT_VALID: assertValidCases,
  COALESCE: coalesceCases,
  CONDITION: conditionCases,
  CODE_EXECUTION: codeCases,
  COMBINE_COLUMNS: combineColumnsCases,
  COMPARE: [...compareCases, ...compareOptionCases],
  COMPOSITION: compositionCases,
  CONTAINS: containsCases,
  CONVERSATION_SIMULATOR: simulatorCases,
  COSINE_SIMILARITY: cosineCases,
  COUNT: countCases,
  ENDPOINT: endpointCases,
  FOR_LOOP: forLoopCases,
  HUMAN: humanCases,
  JSON_PATH: jsonPathCases,
  LLM_ASSERTION: assertionCases,
  MATH_OPERATOR: mathOperatorCases,
  MCP: mcpCases,
  MIN_MAX: minMaxCases,
  PARSE_VALUE: parseValueCases,
  PROMPT_TEMPLATE: promptCases,
  REGEX: regexCases,
  REGEX_EXTRACTION: regexExtractionCases,
  TRACE: traceCases,
  TRAJECTORY: trajectoryCases,
  VARIABLE: variableCases,
  WHILE_LOOP: whileLoopCases,
  WORKFLOW: workflowCases,
  XML_PATH: xmlPathCases,
}
