import { textIn } from '../../engine/erasure/index.ts'
import { BodyUnavailableError, findMedia, listHashes } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { CandidatePage, Key } from './text-queries.ts'

const mediaAtOnce = 200
/** Bytes that are read as a text at once: some milliseconds. */
const pieceBytes = 256 * 1024
/** Bytes of the longest identifier that may lie across a cut. */
const overlap = 1_024

/** Media of a workspace in the order of their hashes; each is loaded when its text is read. */
export async function mediaPage(
  store: Store,
  workspace: WorkspaceId,
  after: Key | null,
): Promise<CandidatePage> {
  const hashes = await listHashes(store, workspace, String(after?.[0] ?? ''), mediaAtOnce)
  return {
    candidates: hashes.map((hash) => ({ key: [hash], texts: textsOf(store, workspace, hash) })),
    last: hashes.length < mediaAtOnce ? null : [hashes.at(-1)!],
  }
}

async function* textsOf(store: Store, workspace: WorkspaceId, hash: string): AsyncGenerator<string> {
  const bytes = await bytesOf(store, workspace, hash)
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield textIn(bytes.subarray(wordStart(bytes, start), start + pieceBytes + overlap))
}

/** The end of the last space before a cut, so that part of a word does not match as a word. */
function wordStart(bytes: Uint8Array, cut: number): number {
  for (let at = cut; at > Math.max(0, cut - overlap); at--) if (bytes[at - 1]! <= space) return at
  return cut
}

const space = 32

/**
 * Empty if the media are lost.
 * @throws BodyUnavailableError if the storage does not answer.
 */
async function bytesOf(store: Store, workspace: WorkspaceId, hash: string): Promise<Uint8Array> {
  try {
    return (await findMedia(store, workspace, [hash])).get(hash)?.bytes ?? new Uint8Array()
  } catch (error) {
    if (error instanceof BodyUnavailableError && error.kind === 'lost') return new Uint8Array()
    throw error
  }
}
