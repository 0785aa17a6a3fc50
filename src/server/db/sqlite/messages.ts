/** What the main thread and the writer thread say to each other. */

export interface WriterLimits {
  /** Milliseconds to wait for another process (the command line beside a running server) to end its write. */
  readonly lockWait: number
  /** A steered transaction that says nothing for so long is rolled back, so that it cannot hold all writes. */
  readonly transactionSilence: number
}

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** The statement runs once for each of these lists of parameters, a JSON text; the changes are summed up. */
  readonly each?: string
  /** When it changes no row, its unit or transaction is undone and fails with `conditionFailed`. */
  readonly isCondition?: boolean
}

/** Where SQLite's result codes stand, which are never negative. */
export const conditionFailed = -1

/** `deadline` is in milliseconds since 1970. */
export interface ReaderRequest extends Statement {
  readonly id: number
  readonly deadline: number
}

export type WriterRequest =
  /** Run these statements as one: all of them or none. */
  | { readonly kind: 'unit'; readonly id: number; readonly statements: readonly Statement[] }
  | { readonly kind: 'begin'; readonly id: number }
  | { readonly kind: 'execute'; readonly id: number; readonly statement: Statement }
  /** Not answered. When it fails, so do all later statements of the transaction and its commit, for the same reason. */
  | { readonly kind: 'enqueue'; readonly id: number; readonly statement: Statement }
  /** Stands for an enqueued statement that could not travel. */
  | { readonly kind: 'lose'; readonly id: number; readonly message: string }
  | { readonly kind: 'end'; readonly id: number; readonly commit: boolean }
  /** Copy what is left of the write-ahead log, so that it begins anew. */
  | { readonly kind: 'checkpoint'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number }

export interface WriterReply {
  readonly id: number
  readonly rows?: unknown[]
  readonly changes?: number
  readonly error?: { message: string; code: string; errcode: number }
}

/** What one commit answers. */
export interface WriterReplies {
  /** Of units that are through and gave no rows, the id and the changes of each. */
  readonly through: readonly number[]
  readonly replies: readonly WriterReply[]
}
