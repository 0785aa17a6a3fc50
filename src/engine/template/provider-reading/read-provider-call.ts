import { type Fields, isFields } from '../../json/fields.ts'
import type { PromptTemplate } from '../blueprint/index.ts'
import type { ProviderCall, ProviderReading } from './call.ts'
import { apiTypeOf, modelOf, namedArguments, providerOf } from './call-facts.ts'
import { chooseDialect, DISTINCTIVE } from './choose-dialect.ts'
import { limitDepth, text } from './common/json.ts'
import { withOutput, withTypeOf } from './common/template.ts'
import type { Dialect } from './dialect.ts'
import { looseAnswer } from './loose-answer.ts'
import { tuningOf } from './parameters.ts'
import { usageOf } from './usage.ts'

/** Reads a provider call and its answer. Never throws: unreadable parts are kept as text or left out. */
export function readProviderCall(call: ProviderCall): ProviderReading {
  const functionName = text(call.functionName)
  const kwargs = namedArguments(limitDepth(call.kwargs), limitDepth(call.args))
  const response = limitDepth(call.response)
  const model = modelOf(kwargs, response)
  const provider = providerOf(call.providerType, functionName, model, kwargs)
  const dialect = chooseDialect(functionName, provider, model, kwargs)
  const { template: input, parameters } = dialect.input(kwargs)
  const output = withTypeOf(input, answerOf(dialect, response, kwargs))
  return {
    provider,
    model,
    apiType: apiTypeOf(call.apiType, provider, functionName),
    template: withOutput(input, output),
    input,
    output,
    parameters: tuningOf(parameters),
    usage: usageOf(response),
  }
}

/** The answer in the dialect of the call; proxies may use another one. */
function answerOf(dialect: Dialect, response: unknown, kwargs: Fields): PromptTemplate {
  const answer =
    isFields(response) && Object.keys(response).length > 0 ? dialect.output(response, kwargs) : null
  return answer ?? looseAnswer(response, DISTINCTIVE)
}
