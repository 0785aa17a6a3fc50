import type { Json } from '../../../engine/json/json.ts'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import { chunksOf, type Store } from '../../db/index.ts'
import { type DescribedRequest, describeRequest, requestField } from '../../requests/index.ts'
import { maxColumns } from '../../sheets/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { ImportFailure } from './import-failure.ts'
import { inBatches } from './in-batches.ts'
import { type RequestLogPlan, requestedIds } from './request-log-plan.ts'
import type { ImportSource } from './source.ts'

/** Requests that are read at the same time. */
const atOnce = 16

export function requestLogSource(store: Store, workspace: WorkspaceId): ImportSource<RequestLogPlan> {
  return {
    async survey(plan) {
      const ids = await requestedIds(store, workspace, plan)
      const variables = plan.variables ?? (await variablesOf(store, workspace, ids))
      const completePlan = { ...plan, ids, variables }
      // A search without matches adds no columns.
      return { rows: ids.length, titles: ids.length === 0 ? [] : titlesOf(completePlan), plan: completePlan }
    },
    batches(plan, skip) {
      const rows = rowsOf(plan, describedOf(store, workspace, plan.ids!.slice(skip)))
      return inBatches(titlesOf(plan), rows, 0)
    },
  }
}

/** The titles of the fields and then of the variables. A variable with the name of a field gets a number. */
function titlesOf({ fields, variables, metadataKey }: RequestLogPlan): string[] {
  const titles: string[] = []
  for (const name of [...fields, ...(metadataKey === null ? [] : [metadataKey]), ...variables!])
    titles.push(unusedTitle(name, titles))
  return titles
}

async function* rowsOf(plan: RequestLogPlan, requests: AsyncIterable<(DescribedRequest | null)[]>) {
  const { fields, variables, metadataKey } = plan
  const ownValue = (object: Readonly<Record<string, unknown>>, key: string) =>
    Object.hasOwn(object, key) ? ((object[key] ?? null) as Json) : null
  for await (const chunk of requests)
    yield chunk.map((request): Json[] => {
      // The request was deleted meanwhile; the number of rows still includes it.
      if (!request) return []
      return [
        ...fields.map((name) => requestField(request, name)),
        ...(metadataKey === null ? [] : [ownValue(request.metadata, metadataKey)]),
        ...variables!.map((name) => ownValue(request.prompt_input_variables, name)),
      ]
    })
}

async function* describedOf(store: Store, workspace: WorkspaceId, ids: readonly number[]) {
  for (const chunk of chunksOf(ids, atOnce))
    yield await Promise.all(chunk.map((id) => describeRequest(store, workspace, id)))
}

/** The variables of all requests, in the order in which they first occur. */
async function variablesOf(store: Store, workspace: WorkspaceId, ids: readonly number[]): Promise<string[]> {
  const names = new Set<string>()
  for await (const chunk of describedOf(store, workspace, ids)) {
    for (const request of chunk)
      for (const name of Object.keys(request?.prompt_input_variables ?? {}))
        if (isTitle(name)) names.add(name)
    if (names.size > maxColumns)
      throw new ImportFailure('The requests have more different variables than a sheet can have columns.')
  }
  return [...names]
}

const isTitle = (name: string): boolean =>
  name !== '' && name.length <= 255 && name.isWellFormed() && !name.includes('\u0000')
