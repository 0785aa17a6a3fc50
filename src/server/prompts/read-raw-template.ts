import { modelKwargs, resolveModel } from '../../engine/template/model-kwargs/index.ts'
import { CachedJson, type Handler } from '../http/handler.ts'
import { etagOf } from '../http/router.ts'
import type { LoadedTemplate } from './load-template.ts'
import { presentRaw } from './present.ts'
import { type ReadCaches, readKey, readLoaded } from './read-loaded.ts'

export function readRawTemplate(caches: ReadCaches): Handler<'readRawTemplate'> {
  return async ({ store }, { caller, params, query }) => {
    const { resolve_snippets: resolve, include_llm_kwargs: withKwargs } = query
    const key = readKey(caller, params.identifier, query, `raw ${resolve} ${withKwargs}`)
    const known = caches.answers.get(key)
    if (known) return known
    const loaded = await readLoaded(store, caches, caller, params.identifier, query, resolve)
    const text = JSON.stringify(presentRaw(loaded, withKwargs ? kwargsOf(loaded) : null))
    const answer = new CachedJson(text, etagOf(text))
    caches.answers.set(key, answer, text.length)
    return answer
  }
}

function kwargsOf({ runnable, version }: LoadedTemplate): Record<string, unknown> | null {
  const model = resolveModel(version.metadata?.model, {})
  return model && modelKwargs({ template: runnable, model })
}
