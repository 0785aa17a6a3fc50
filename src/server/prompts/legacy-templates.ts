import { fromLangChain, toLangChain } from '../../engine/template/langchain.ts'
import { withInputVariables } from '../../engine/template/variables.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { atField } from './at-field.ts'
import { publishByName } from './publish.ts'
import { readerOf, readLoaded } from './read-loaded.ts'
import { resolveDynamicLabel } from './resolve-dynamic-label.ts'

/** Reads a template for promptlayer 0.5, in LangChain's format. A label takes precedence over a version. */
export const legacyReadTemplate: Handler<'legacyReadTemplate'> = async (context, { caller, query }) => {
  const { prompt_name: name, version, label } = query
  const reader = await readerOf(context.store, caller.workspace)
  const selector = await resolveDynamicLabel(
    context,
    reader,
    name,
    label === undefined ? { version } : { label },
    {},
  )
  const loaded = await readLoaded(context, reader, name, selector, true)
  return { prompt_template: { ...toLangChain(loaded.template) }, metadata: loaded.version.metadata }
}

/** Publishes a template in LangChain's format. */
export const legacyPublishTemplate: Handler<'legacyPublishTemplate'> = async (
  { store, now },
  { caller, body },
) => {
  const { prompt_name, commit_message: commitMessage = null, tags } = body
  const metadata = body.metadata ?? null
  const template = atField(['body', 'prompt_template'], () =>
    withInputVariables(fromLangChain(body.prompt_template), metadata?.model?.parameters),
  )
  const publication = {
    prompt_template: { prompt_name, ...(tags?.length && { tags }) },
    prompt_version: { prompt_template: template },
  }
  const version = { template, metadata, commitMessage, extras: {}, labels: [] }
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, caller.workspace)
    const { prompt } = await publishByName({ store, tx, caller, now: now() }, publication, version)
    return { success: true as const, id: prompt.id }
  })
}
