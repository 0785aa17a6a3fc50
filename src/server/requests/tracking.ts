import { parseExact } from '../../engine/json/parse-exact.ts'
import { Refusal } from '../../engine/refusal.ts'
import { storable } from '../../engine/storable.ts'
import type { Context } from '../context.ts'
import { enqueueCompiled, markTracesOfRequests, type Store } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { createGroup, requireGroup } from './groups.ts'
import { linkTo } from './prompt-link.ts'
import { lockRequest, scoreStoredRequest, updateRequest } from './queries.ts'
import { moveToPrompt, replaceFacets } from './search-rows-queries.ts'

const trackedAnswer = (message: string) => ({ success: true as const, message })
const noRequest = () => new Refusal('not_found', 'There is no such request.')

type Tracking = Pick<Context, 'store' | 'masking' | 'now'>
type Metadata = Record<string, unknown>

async function addMetadata(
  { store, masking, now }: Tracking,
  { workspace }: Caller,
  request: number,
  sent: Metadata,
) {
  const { metadata: added } = await masking.value(workspace, { metadata: sent })
  await store.transact(async (tx) => {
    const row = await lockRequest(tx, workspace, request)
    if (!row) throw noRequest()
    const metadata = { ...(parseExact(row.metadata) as Metadata), ...added }
    const facets = await replaceFacets(store, tx, row, { metadata })
    await updateRequest(tx, workspace, request, { metadata: JSON.stringify(metadata), facets })
    if (row.span_id !== null)
      await enqueueCompiled(tx, markTracesOfRequests(store.db, workspace, [request], now()))
  })
  return trackedAnswer('Metadata tracked.')
}

async function addScore(
  { store, masking }: Tracking,
  { workspace }: Caller,
  request: number,
  name: string | null | undefined,
  score: number,
) {
  const masked = await masking.value(workspace, name || 'default')
  const scoring = scoreStoredRequest(store, { workspace, request, name: storable(masked), score })
  if (!(await store.appendIf(scoring, []))) throw noRequest()
  return trackedAnswer('Score tracked.')
}

interface TrackedPrompt {
  readonly request_id: number
  readonly prompt_name: string
  readonly prompt_input_variables?: Metadata | null
  readonly version?: number | null
  readonly label?: string | null
}

async function addPrompt({ store, masking }: Tracking, { workspace }: Caller, tracked: TrackedPrompt) {
  const { prompt_name: name, version, label } = tracked
  const variables = await variablesOf(masking, workspace, tracked)
  const link = await linkTo(store.db, workspace, { name, version, label })
  await store.transact(async (tx) => {
    const row = await lockRequest(tx, workspace, tracked.request_id)
    if (!row) throw noRequest()
    await moveToPrompt(store, tx, row, link.prompt_id)
    await updateRequest(tx, workspace, row.id, {
      ...link,
      ...(variables && {
        prompt_input_variables: JSON.stringify(variables),
        facets: await replaceFacets(store, tx, row, { input_variables: variables }),
      }),
    })
  })
  return trackedAnswer('Prompt tracked.')
}

/** Variables are content, so they are not stored if the workspace keeps no bodies. */
async function variablesOf(
  masking: Tracking['masking'],
  workspace: WorkspaceId,
  { prompt_input_variables: inputVariables }: TrackedPrompt,
): Promise<Metadata | null> {
  const masker = inputVariables ? await masking.maskerOf(workspace) : null
  if (!masker || !inputVariables) return inputVariables ?? null
  return masker.keepsBodies
    ? (await masker.value({ prompt_input_variables: inputVariables })).prompt_input_variables
    : null
}

async function addToGroup(store: Store, { workspace }: Caller, request: number, group: number) {
  await requireGroup(store.db, workspace, group)
  const count = await store.transact((tx) => updateRequest(tx, workspace, request, { group_id: group }))
  if (count === 0) throw noRequest()
  return trackedAnswer('Group tracked.')
}

/** The two spellings of a call differ only in where the API key is. */
export const trackingHandlers = {
  trackMetadata: (context, { caller, body }) => addMetadata(context, caller, body.request_id, body.metadata),
  legacyTrackMetadata: (context, { caller, body }) =>
    addMetadata(context, caller, body.request_id, body.metadata),
  trackScore: (context, { caller, body }) =>
    addScore(context, caller, body.request_id, body.name, body.score),
  legacyTrackScore: (context, { caller, body }) =>
    addScore(context, caller, body.request_id, body.name, body.score),
  trackPrompt: (context, { caller, body }) => addPrompt(context, caller, body),
  legacyTrackPrompt: (context, { caller, body }) => addPrompt(context, caller, body),
  trackGroup: ({ store }, { caller, body }) => addToGroup(store, caller, body.request_id, body.group_id),
  legacyTrackGroup: ({ store }, { caller, body }) =>
    addToGroup(store, caller, body.request_id, body.group_id),
  createGroup: async ({ store, now }, { caller }) => {
    const id = await store.transact((tx) => createGroup(store, tx, caller.workspace, now()))
    return { success: true as const, id }
  },
} satisfies Partial<Handlers>
