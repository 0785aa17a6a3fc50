import {
  dollars,
  type OfferedModel,
  offeredModel,
  offeredModels,
  providersOf,
} from '../../engine/price/index.ts'
import type { Handlers } from '../http/handler.ts'

export const modelHandlers = {
  async listModels({ prices }, { caller, query }) {
    const book = await prices.book(caller.workspace)
    const offered: OfferedModel[] = []
    for (const model of offeredModels(book, {
      provider: query.provider ?? null,
      words: query.search ?? '',
    })) {
      offered.push(model)
      if (offered.length > query.limit) break
    }
    return {
      success: true as const,
      models: offered.slice(0, query.limit).map(present),
      has_more: offered.length > query.limit,
    }
  },

  async findModel({ prices }, { caller, query }) {
    const book = await prices.book(caller.workspace)
    const model = offeredModel(book, query.provider, query.name)
    return {
      success: true as const,
      model: model ? present(model) : null,
      listed_by: providersOf(book.list, query.name),
    }
  },
} satisfies Partial<Handlers>

const present = ({ provider, name, contextTokens, input, output }: OfferedModel) => ({
  provider,
  name,
  context_tokens: contextTokens,
  input: input && dollars(input),
  output: output && dollars(output),
})
