import { modelKwargs } from '../../engine/template/model-kwargs/index.ts'
import { etagOf } from '../http/etags.ts'
import { CachedJson, type Handler } from '../http/handler.ts'
import type { LoadedTemplate } from './load-template.ts'
import { presentRaw } from './present.ts'
import { answersWithoutVariables, readerOf, readKey, readLoaded } from './read-loaded.ts'
import { resolveDynamicLabel } from './resolve-dynamic-label.ts'
import { serveModel } from './served-provider.ts'

export const readRawTemplate: Handler<'readRawTemplate'> = async (context, { caller, params, query }) => {
  const answers = context.caches.of(answersWithoutVariables)
  const { resolve_snippets: resolve, include_llm_kwargs: withKwargs } = query
  const { identifier } = params
  const reader = await readerOf(context.store, caller.workspace)
  const selector = await resolveDynamicLabel(context, reader, identifier, query, {})
  const key = readKey(reader, identifier, selector, `raw ${resolve} ${withKwargs}`)
  const cached = answers.get(key)
  if (cached) return cached
  const loaded = await readLoaded(context, reader, identifier, selector, resolve)
  const text = JSON.stringify(presentRaw(loaded, withKwargs ? kwargsOf(loaded) : null))
  const answer = new CachedJson(text, etagOf(text))
  answers.set(key, answer, text.length)
  return answer
}

function kwargsOf(loaded: LoadedTemplate): Record<string, unknown> | null {
  const { model } = serveModel(loaded, {})
  return model && modelKwargs({ template: loaded.runnable, model })
}
