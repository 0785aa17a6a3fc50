/** Template and model to `llm_kwargs`, one folder for each wire. */

export { messagesOnlyKwargs, modelKwargs } from './model-kwargs.ts'
export { type ModelRequest, resolveModel } from './resolve-model.ts'
export { isOpenAi, openAiApiType, type Wire, wireOf } from './wire.ts'
