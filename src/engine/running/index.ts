/** Decisions of a template run: which tools run, the next step, structured output, and calls of judges and embeddings. */

export { appendMessages, toolMessage } from './continue.ts'
export { estimateTokens } from './estimate.ts'
export { functionNameOf } from './function-name.ts'
export { incompleteAnswer } from './incomplete-answer.ts'
export { judgeCall, judgeTemperature, namesTemperature, unfenced, usualEvaluator } from './judge.ts'
export { mcpResultText } from './mcp-result.ts'
export { type ListedTool, offerMcpTools } from './offer-mcp-tools.ts'
export { promptValue } from './prompt-value.ts'
export { readStructuredOutput, type StructuredOutput } from './structured-output.ts'
export { textOf } from './texts.ts'
export { nextTurn, type StopReason } from './turn.ts'
export { vectorsOf, withoutVectors } from './vectors.ts'
