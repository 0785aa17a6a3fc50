import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
export interface RequestWish {
  readonly filter_group?: unknown
  readonly q?: string | null | undefined
  readonly sort_by?: string | null | undefined
  readonly sort_order?: 'asc' | 'desc' | null | undefined
}
export const checkSearch = (_wish: RequestWish) => {}
export async function findRequestIds(
  _store: Store,
  _workspace: WorkspaceId,
  _wish: unknown,
  _limit: number,
): Promise<number[]> {
  throw new Error('placeholder until search is merged')
}
