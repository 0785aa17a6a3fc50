import { createHash, randomUUID } from 'node:crypto'
import type { Store, Tx } from '../db/index.ts'
import type { Uploaded, UploadTarget } from '../http/upload-target.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  deleteUploads,
  insertPiece,
  insertUpload,
  isKeptUpload,
  keepUpload,
  readPiece,
  selectAbandoned,
} from './queries.ts'

const pieceSize = 512 * 1024

/** Stores a file in pieces while it arrives. One piece is in memory. */
class UploadWriter {
  readonly id: string
  readonly #store: Store
  readonly #workspace: WorkspaceId
  readonly #hash = createHash('sha256')
  /** One buffer for all pieces. New buffers would stay in memory until the next garbage collection, up to the file's size. */
  readonly #piece = Buffer.allocUnsafeSlow(pieceSize)
  #filled = 0
  #pieces = 0
  #size = 0

  constructor(store: Store, workspace: WorkspaceId, id: string) {
    this.#store = store
    this.#workspace = workspace
    this.id = id
  }

  get size(): number {
    return this.#size
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    this.#size += bytes.length
    for (let offset = 0; offset < bytes.length; ) {
      const copied = bytes.copy(this.#piece, this.#filled, offset)
      offset += copied
      this.#filled += copied
      if (this.#filled === pieceSize) await this.#flush()
    }
  }

  async finish() {
    if (this.#filled > 0) await this.#flush()
    return { id: this.id, size: this.#size, digest: this.#hash.digest('base64url') }
  }

  async #flush(): Promise<void> {
    const bytes = this.#piece.subarray(0, this.#filled)
    this.#filled = 0
    const piece = { workspace: this.#workspace, upload: this.id, number: this.#pieces++, bytes }
    await this.#store.append([insertPiece(this.#store, piece)])
  }
}

/** Milliseconds. A request takes two minutes at most, so an older upload that is not kept belongs to a lost process. */
export const abandonedAfter = 3_600_000

/**
 * Stores files that are too large for memory in the database until their job is done, so that any process can read
 * them, also after a crash.
 */
export class Uploads implements UploadTarget {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  async begin(workspace: WorkspaceId): Promise<UploadWriter> {
    await this.#deleteAbandoned()
    const id = randomUUID()
    await this.#store.append([insertUpload(this.#store, { workspace, id, now: this.#now() })])
    return new UploadWriter(this.#store, workspace, id)
  }

  /** Keeps the file until it is deleted. Call this in the transaction that stores the owner. */
  async keep(tx: Tx, workspace: WorkspaceId, { id, size }: Uploaded): Promise<void> {
    await keepUpload(tx, workspace, id, size)
  }

  async discardUnlessKept(workspace: WorkspaceId, id: string): Promise<void> {
    if (await isKeptUpload(this.#store.db, workspace, id)) return
    await this.#store.transact((tx) => deleteUploads(tx, workspace, [id]))
  }

  remove(tx: Tx, workspace: WorkspaceId, id: string): Promise<void> {
    return deleteUploads(tx, workspace, [id])
  }

  async *read(workspace: WorkspaceId, id: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number++) {
      const piece = await readPiece(this.#store, workspace, id, number)
      if (!piece) return
      const { buffer, byteOffset, byteLength } = piece.bytes
      yield Buffer.from(buffer, byteOffset, byteLength)
    }
  }

  async #deleteAbandoned(): Promise<void> {
    const abandoned = await selectAbandoned(this.#store, this.#now() - abandonedAfter)
    for (const { workspace_id, id } of abandoned)
      await this.#store.transact((tx) => deleteUploads(tx, workspace_id, [id]))
  }
}
