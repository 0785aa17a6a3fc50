import type { Handler } from '../../http/handler.ts'
import { promptRegistry } from '../prompt-registry.ts'
import { presentRequest } from './present.ts'
import { getRequest, selectRequests } from './request-queries.ts'

export const listReleaseRequests: Handler<'listReleaseRequests'> = async ({ store }, { caller, query }) => {
  const { prompt_id: prompt, status, before_id: before, limit } = query
  if (prompt !== undefined) await promptRegistry.get(store.db, caller.workspace, prompt)
  const requests = await selectRequests(store.db, caller.workspace, {
    prompt,
    status,
    before,
    limit: limit + 1,
  })
  return {
    success: true as const,
    release_requests: requests.slice(0, limit).map((request) => presentRequest(caller, request)),
    has_more: requests.length > limit,
  }
}

export const readReleaseRequest: Handler<'readReleaseRequest'> = async ({ store }, { caller, params }) => {
  const request = await getRequest(store.db, caller.workspace, params.release_request_id)
  return { success: true as const, release_request: presentRequest(caller, request) }
}
