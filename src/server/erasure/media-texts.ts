import { BodyUnavailableError, findMedia, listHashes } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { FileTexts } from './file-texts.ts'
import type { Candidate, CandidatePage, Key } from './text-queries.ts'

const mediaPerPage = 200
/** Lists media of a workspace in the order of their hashes. Each medium is loaded when its text is read. */
export async function mediaPage(
  store: Store,
  workspace: WorkspaceId,
  after: Key | null,
): Promise<CandidatePage> {
  const hashes = await listHashes(store, workspace, String(after?.[0] ?? ''), mediaPerPage)
  return {
    candidates: hashes.map((hash) => mediaCandidate(store, workspace, hash)),
    last: hashes.length < mediaPerPage ? null : [hashes.at(-1)!],
  }
}

function mediaCandidate(store: Store, workspace: WorkspaceId, hash: string): Candidate {
  let file: FileTexts | null = null
  async function* texts(): AsyncGenerator<string> {
    file = new FileTexts(await bytesOf(store, workspace, hash))
    yield* file
  }
  return { key: [hash], texts: texts(), unread: () => file?.unread ?? [] }
}

/** Reads a medium; empty if it is lost. @throws BodyUnavailableError if the storage does not answer. */
async function bytesOf(store: Store, workspace: WorkspaceId, hash: string): Promise<Uint8Array> {
  try {
    return (await findMedia(store, workspace, [hash])).get(hash)?.bytes ?? new Uint8Array()
  } catch (error) {
    if (error instanceof BodyUnavailableError && error.kind === 'lost') return new Uint8Array()
    throw error
  }
}
