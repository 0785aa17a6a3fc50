import type { CallTimes } from '../../engine/call-timing.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { storable } from '../../engine/storable.ts'
import { BodyUnavailableError } from '../bodies/index.ts'
import { enqueueCompiled, type RequestRow, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { priceStatements } from './ledger-queries.ts'
import { addMissingScore, findOriginal, lockRequest, updateRequest } from './queries.ts'
import { contentsOf } from './read-request.ts'
import { type RequestRecord, timingColumns } from './request-rows.ts'
import { moveToPrompt, replaceFacets } from './search-rows-queries.ts'
import { trackedVariables } from './tracked-variables.ts'

/** The facts that a report states about a model call besides the call itself. */
export type RequestContext = Pick<
  RequestRecord,
  'link' | 'price' | 'tags' | 'metadata' | 'variables' | 'scores' | 'groupId' | 'times'
>

const isEmpty = ({
  link,
  price,
  groupId,
  times,
  tags,
  scores,
  metadata,
  variables,
}: RequestContext): boolean =>
  link.prompt_id === null &&
  price === null &&
  groupId === null &&
  Object.values(times).every((time) => time === null) &&
  [tags, scores, Object.keys(metadata), Object.keys(variables)].every(({ length }) => length === 0)

/** The context of a stored request, without its scores, which stay stored under its id. */
export async function contextOf(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  row: RequestRow,
): Promise<RequestContext> {
  const { prompt_id, prompt_version_number, prompt_label } = row
  return {
    link: { prompt_id, prompt_version_number, prompt_label },
    price: row.price_source === 'given' ? row.price : null,
    groupId: row.group_id,
    times: {
      firstTokenMilliseconds: row.time_to_first_token_ms,
      attempts: row.attempts,
      waitedMilliseconds: row.waited_ms,
    },
    tags: JSON.parse(row.tags) as string[],
    metadata: parseExact(row.metadata) as Record<string, unknown>,
    variables: await variablesOf(store, tx, workspace, row),
    scores: [],
  }
}

/** Returns the variables of a request; none if they are in a body that is not available. */
async function variablesOf(store: Store, tx: Tx, workspace: WorkspaceId, row: RequestRow) {
  const tracked = trackedVariables(row)
  if (tracked) return tracked
  try {
    return contentsOf(row, await findOriginal(store, workspace, row.id, tx)).variables
  } catch (error) {
    if (error instanceof BodyUnavailableError) return {}
    throw error
  }
}

const knownTimes = (times: CallTimes, otherTimes: CallTimes): CallTimes => ({
  firstTokenMilliseconds: times.firstTokenMilliseconds ?? otherTimes.firstTokenMilliseconds,
  attempts: times.attempts ?? otherTimes.attempts,
  waitedMilliseconds: times.waitedMilliseconds ?? otherTimes.waitedMilliseconds,
})

/** Adds the context of another report of the same call to a request. The request's own values take precedence. */
export async function addContext(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  added: RequestContext,
): Promise<void> {
  if (isEmpty(added)) return
  const row = await lockRequest(tx, workspace, id)
  if (!row) return
  const stored = await contextOf(store, tx, workspace, row)
  const tags = [...new Set([...stored.tags, ...added.tags])]
  const metadata = { ...added.metadata, ...stored.metadata }
  const variables = { ...added.variables, ...stored.variables }
  const link = stored.link.prompt_id === null ? added.link : stored.link
  const hasVariables = Object.keys(added.variables).length > 0
  const facets = await replaceFacets(store, tx, row, {
    tags: added.tags.length > 0 ? tags : undefined,
    metadata: Object.keys(added.metadata).length > 0 ? metadata : undefined,
    input_variables: hasVariables ? variables : undefined,
  })
  if (link !== stored.link) await moveToPrompt(store, tx, row, link.prompt_id)
  await updateRequest(tx, workspace, id, {
    ...link,
    facets,
    tags: JSON.stringify(tags),
    metadata: JSON.stringify(metadata),
    group_id: stored.groupId ?? added.groupId,
    ...timingColumns(knownTimes(stored.times, added.times), row),
    ...(hasVariables && { prompt_input_variables: JSON.stringify(variables) }),
  })
  if (added.price !== null && stored.price === null)
    for (const statement of priceStatements(store, {
      workspace,
      id,
      price: added.price,
      price_source: 'given',
    }))
      await enqueueCompiled(tx, statement)
  for (const { name, score } of added.scores)
    await enqueueCompiled(tx, addMissingScore(store, { workspace, request: id, name: storable(name), score }))
}
