import type { EmbeddingNeed, Json, ModelChoice } from '../../../engine/columns/index.ts'
import { defaultEmbedder, functionNameOf, vectorsOf, withoutVectors } from '../../../engine/running/index.ts'
import { wireOf } from '../../../engine/template/model-kwargs/index.ts'
import type { Context } from '../../context.ts'
import { noLink } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readSettings } from '../../workspaces/index.ts'
import { makeCall } from '../make-call.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

const apiType = 'embeddings'

/** The model for a text. A name in the column's config replaces the name of the chosen model. */
export const embeddingModel = (chosen: ModelChoice | null, name: string | undefined): ModelChoice => {
  const model = chosen ?? defaultEmbedder
  return { ...model, name: name ?? model.name }
}

export async function embed(
  context: Context,
  workspace: WorkspaceId,
  need: EmbeddingNeed,
  setting: NeedSetting,
): Promise<Json> {
  const { embedding_model: chosen } = await readSettings(context.store.db, workspace)
  const { provider, name, parameters } = embeddingModel(chosen, need.model)
  if (wireOf({ provider, name, api_type: null }) !== 'openai-chat')
    throw new NeedFailure(
      'not_supported',
      `Embeddings of ${provider} cannot be called; choose a provider with OpenAI's API.`,
    )
  const call = await makeCall(
    context,
    workspace,
    {
      model: { provider, name, api_type: apiType },
      functionName: functionNameOf({ provider, model: name, apiType, type: 'completion' }),
      kwargs: { model: name, input: need.texts, ...parameters },
      connection: null,
      logFields: { link: noLink, variables: {}, ...setting.logFields },
      loggedPart: withoutVectors,
    },
    setting,
  )
  const vectors = vectorsOf(call.reply.response, need.texts.length)
  if (!vectors) throw new NeedFailure('bad_answer', 'The model did not give a vector for each text.')
  return vectors
}
