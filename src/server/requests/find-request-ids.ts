import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Which requests, in which order. */
export interface RequestWish {
  readonly filter_group?: unknown
  readonly q?: string | null | undefined
  readonly sort_by?: string | null | undefined
  readonly sort_order?: 'asc' | 'desc' | null | undefined
}

/** Until requests can be searched, they have to be named. @throws Refusal */
export function checkSearch(_wish: RequestWish): void {
  throw new Refusal('bad_request', 'Requests cannot be searched yet: request_log_ids has to name them.')
}

export async function findRequestIds(
  _store: Store,
  _workspace: WorkspaceId,
  wish: RequestWish,
  _limit: number,
): Promise<number[]> {
  checkSearch(wish)
  return []
}
