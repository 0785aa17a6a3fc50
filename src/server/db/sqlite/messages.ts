/** Messages between the main thread and the writer thread. */

export interface WriterLimits {
  /** Milliseconds to wait for another process (the command line beside a running server) to end its write. */
  readonly lockWait: number
  /** Milliseconds without a statement after which an interactive transaction is rolled back, because it blocks all writes. */
  readonly transactionSilence: number
}

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** JSON list of parameter lists: the statement runs once for each, and the changes are added up. */
  readonly each?: string
  /** If the statement changes no row, its unit or transaction is rolled back and fails with `conditionFailed`. */
  readonly isCondition?: boolean
}

/** Bytes of a page of SQLite. */
export const pageBytes = 4096
/** Pages of a write-ahead log that is to be restarted; 16 MB. */
export const longLog = 4_000

/** Used in place of SQLite's result codes, which are never negative. */
export const conditionFailed = -1

/** `deadline` is in milliseconds since 1970. */
export interface ReaderRequest extends Statement {
  readonly id: number
  readonly deadline: number
}

export type WriterRequest =
  /** Runs all statements or none. */
  | { readonly kind: 'unit'; readonly id: number; readonly statements: readonly Statement[] }
  | { readonly kind: 'begin'; readonly id: number }
  | { readonly kind: 'execute'; readonly id: number; readonly statement: Statement }
  /** Has no reply. If it fails, all later statements of the transaction and its commit fail with the same error. */
  | { readonly kind: 'enqueue'; readonly id: number; readonly statement: Statement }
  /** Replaces an enqueued statement that could not be cloned. */
  | { readonly kind: 'lose'; readonly id: number; readonly message: string }
  | { readonly kind: 'end'; readonly id: number; readonly commit: boolean }
  /** Copies the rest of the write-ahead log, so that SQLite restarts it. */
  | { readonly kind: 'checkpoint'; readonly id: number }
  /** Copies the whole write-ahead log and empties its file; the row says whether a reader prevented it. */
  | { readonly kind: 'truncate'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number }

export interface WriterReply {
  readonly id: number
  readonly rows?: unknown[]
  readonly changes?: number
  readonly error?: { message: string; code: string; errcode: number }
}

/** Replies to all requests of one commit. */
export interface WriterReplies {
  /** Pairs of id and changes of the committed units without rows. */
  readonly committed: readonly number[]
  readonly replies: readonly WriterReply[]
}
