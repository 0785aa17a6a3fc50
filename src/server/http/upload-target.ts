import type { WorkspaceId } from '../workspace-id.ts'

/** A file that has arrived completely. */
export interface Uploaded {
  readonly id: string
  readonly size: number
  /** SHA-256, in base64url. */
  readonly digest: string
}

/** A file that is stored while it arrives. */
interface ArrivingFile {
  readonly id: string
  /** The bytes that are written so far. */
  readonly size: number
  write(bytes: Buffer): Promise<void>
  finish(): Promise<Uploaded>
}

/** Stores the files of bodies. */
export interface UploadTarget {
  begin(workspace: WorkspaceId): Promise<ArrivingFile>
  discardUnlessKept(workspace: WorkspaceId, id: string): Promise<void>
}
