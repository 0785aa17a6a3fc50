import { createHash } from 'node:crypto'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { insertPiece } from './queries.ts'

const pieceSize = 512 * 1024

/** Stores a file in pieces while it arrives. One piece is in memory. */
export class UploadWriter {
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
