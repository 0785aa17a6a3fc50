import { inputPreviewOf } from '../../../engine/search/index.ts'
import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { contentsOf } from '../read-request.ts'
import { listSmallOriginals } from './preview-queries.ts'

/** Unpacked size; a small payload can hold a large text that is slow to parse. */
const maxBytes = 512 * 1024

/** Input previews by request id; very large requests get none. */
export async function inputPreviewsOf(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const found = await listSmallOriginals(db, workspace, ids)
  return new Map(
    found
      .filter(({ original }) => original.length <= maxBytes)
      .map(({ row, original }) => [
        row.id,
        inputPreviewOf(contentsOf(row, original).blueprint.prompt_template),
      ]),
  )
}
