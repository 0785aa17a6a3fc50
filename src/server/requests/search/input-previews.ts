import { inputPreviewOf } from '../../../engine/search/index.ts'
import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { contentsOf } from '../read-request.ts'
import { listSmallOriginals } from './preview-queries.ts'

/** Unpacked. A small file can hold a large text, and parsing it takes its time. */
const mostBytes = 512 * 1024

/** What was asked, by the id of the request; of a very large one it is not told. */
export async function inputPreviewsOf(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  const found = await listSmallOriginals(db, workspace, ids)
  return new Map(
    found
      .filter(({ original }) => original.length <= mostBytes)
      .map(({ row, original }) => [
        row.id,
        inputPreviewOf(contentsOf(row, original).blueprint.prompt_template),
      ]),
  )
}
