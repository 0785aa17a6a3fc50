import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { WaitingWrites } from './write-load.ts'

/** A statement that waits to be run. Others hand it on without knowing what builds it. */
export type { CompiledQuery }

export type Database = Kysely<Tables>
/** A handle that may lock and write more than one row. */
export type Tx = Transaction<Tables>

/** What numbers the rows of a kind; each has its own sequence. */
export type Sequence =
  | 'workspace_ids'
  | 'api_key_ids'
  | 'prompt_ids'
  | 'prompt_version_ids'
  | 'prompt_label_ids'
  | 'dynamic_label_ids'
  | 'protected_label_ids'
  | 'release_request_ids'
  | 'input_variable_set_ids'
  | 'connection_ids'
  | 'mcp_server_ids'
  | 'folder_ids'
  | 'tool_ids'
  | 'tool_version_ids'
  | 'tool_label_ids'
  | 'environment_variable_ids'
  | 'price_override_ids'
  | 'price_list_ids'
  | 'request_group_ids'
  | 'request_view_ids'
  | 'sheet_numbers'
  | 'request_ids'
  | 'audit_event_ids'
  | 'dataset_group_ids'
  | 'dataset_ids'
  | 'report_ids'
  | 'report_column_ids'
  | 'workflow_ids'
  | 'workflow_version_ids'
  | 'workflow_label_ids'
  | 'workflow_run_ids'

/** The read was stopped: it took longer than it may. */
export class QueryTooSlowError extends Error {
  override readonly name = 'QueryTooSlowError'
}

/** A condition of a unit or of a transaction did not hold: nothing of it was written. */
export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError'
}

/** A text here is a word or JSON: no control character stands in it. Either may be null. */
export type ListColumn = 'number' | 'text'

/** Where rows live: embedded SQLite or PostgreSQL behind one face. */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres'
  /** `SQLite 3.53.4`, `PostgreSQL 15.18`. */
  readonly version: string
  /** Point reads by an index. On SQLite they run on the event loop, a few microseconds each. */
  readonly db: Database
  /** Reads that may look at many rows. */
  readonly scan: Database
  /** All or nothing; durable when it resolves. Only database work may be awaited inside. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs the statements as one unit; durable when it resolves. Units under way together share a commit. */
  append(unit: readonly CompiledQuery[]): Promise<void>
  /** As `append`, behind a condition: when that statement changes no row, nothing of the unit is run, and false. */
  appendIf(condition: CompiledQuery, unit: readonly CompiledQuery[]): Promise<boolean>
  /** Runs one statement that gives back the rows that it changed, as a unit; `waiting` does not count it. */
  change<Row>(query: CompiledQuery<Row>): Promise<Row[]>
  /** What was given to `append` and is not through. */
  waiting(): WaitingWrites
  /** Runs one compiled read, on SQLite at once. Statements given a name are kept prepared by the server. */
  fetch<Row>(query: CompiledQuery<Row>, name: string): Row[] | Promise<Row[]>
  /** One read, each row a list of these columns in their order: as objects, many small rows take SQLite's binding twice as
   * long, and whoever looks into them too. */
  lists<Row extends readonly unknown[]>(query: CompiledQuery, columns: readonly ListColumn[]): Promise<Row[]>
  /** A read that a caller put together, so that it may take any time: after so many milliseconds it is stopped,
   * and rejects with QueryTooSlowError. */
  question<Row>(query: CompiledQuery<Row>, milliseconds: number): Promise<Row[]>
  nextId(tx: Tx, sequence: Sequence): Promise<number>
  /** Takes `idBlock` numbers in a row; returns the first. */
  takeIds(sequence: Sequence): Promise<number>
  /** Whether the error says that a unique index already holds the value. */
  isDuplicate(error: unknown): boolean
  /** Whether the error says that storage is out of reach or full: worth trying again later. */
  isUnavailable(error: unknown): boolean
  /** The message to the caller for an error that `isUnavailable`. */
  unavailability(error: unknown): string
  /** Why storage cannot be used now, as a sentence; null if it can. */
  trouble(): Promise<string | null>
  /** Resolves with the reason when only a new process can go on. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/** As in the PostgreSQL migration: `request_ids increment by 1000`. */
export const idBlock = 1000
