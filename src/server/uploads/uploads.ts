import { randomUUID } from 'node:crypto'
import type { Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { deleteUpload, insertUpload, isKept, keepUpload, readPiece, selectAbandoned } from './queries.ts'
import { UploadWriter } from './upload-writer.ts'

/** A request lasts two minutes at most. What is older and was not taken is of a process that was lost. */
const abandonedAfter = 3_600_000

/**
 * Files too large to be held in memory, in the database until the job that reads them is done: there they survive
 * what the job survives, and any process can read them.
 */
export class Uploads {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  async begin(workspace: WorkspaceId): Promise<UploadWriter> {
    await this.#forgetAbandoned()
    const id = randomUUID()
    await this.#store.append([insertUpload(this.#store, { workspace, id, now: this.#now() })])
    return new UploadWriter(this.#store, workspace, id)
  }

  /** The file stays until it is removed. In the transaction that gives it to somebody. */
  keep(tx: Tx, workspace: WorkspaceId, { id, size }: Uploaded): Promise<void> {
    return keepUpload(tx, workspace, id, size)
  }

  async discardUnlessKept(workspace: WorkspaceId, id: string): Promise<void> {
    if (await isKept(this.#store.db, workspace, id)) return
    await this.#store.transact((tx) => deleteUpload(tx, workspace, id))
  }

  remove(tx: Tx, workspace: WorkspaceId, id: string): Promise<void> {
    return deleteUpload(tx, workspace, id)
  }

  async *read(workspace: WorkspaceId, id: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number++) {
      const piece = await readPiece(this.#store, workspace, id, number)
      if (!piece) return
      const { buffer, byteOffset, byteLength } = piece.bytes
      yield Buffer.from(buffer, byteOffset, byteLength)
    }
  }

  async #forgetAbandoned(): Promise<void> {
    const abandoned = await selectAbandoned(this.#store, this.#now() - abandonedAfter)
    for (const { workspace_id, id } of abandoned)
      await this.#store.transact((tx) => deleteUpload(tx, workspace_id, id))
  }
}

/** A file that has arrived whole. */
export interface Uploaded {
  readonly id: string
  readonly size: number
  /** SHA-256, in base64url. */
  readonly digest: string
}
