import { inputPreviewOf, outputPreviewOf } from '../../../engine/search/index.ts'
import type { PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { contentsOf } from '../read-request.ts'
import { listSmallOriginals } from './preview-queries.ts'

/** Maximum unpacked bytes: a small payload can hold a large text, which is slow to parse. */
const maxBytes = 512 * 1024

export interface Preview {
  readonly input: string | null
  readonly output: string | null
}

/** Input and output on one line each, by request id. Very large requests have none. */
export async function previewsOf(
  store: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Preview>> {
  const blueprints = await blueprintsOf(store, workspace, ids)
  return new Map(
    [...blueprints].map(([id, blueprint]) => [
      id,
      { input: inputPreviewOf(blueprint), output: outputPreviewOf(blueprint) },
    ]),
  )
}

/** Messages and answers of requests, by request id. Very large requests are left out. */
export async function blueprintsOf(
  store: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<Map<number, PromptTemplate>> {
  const originals = ids.length > 0 ? await listSmallOriginals(store, workspace, ids) : []
  return new Map(
    originals
      .filter(({ original }) => original.length <= maxBytes)
      .map(({ row, original }) => [row.id, contentsOf(row, original).blueprint.prompt_template]),
  )
}
