import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/tables.ts'
import type { WaitingWrites, WriteFigures } from './write-load.ts'

export type { CompiledQuery }

export type Database = Kysely<Tables>
/** A transaction that can lock and write rows. */
export type Tx = Transaction<Tables>

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
  | 'trace_view_ids'
  | 'sheet_view_ids'
  | 'dashboard_ids'
  | 'comment_ids'
  | 'playground_ids'
  | 'sheet_numbers'
  | 'request_ids'
  | 'body_object_ids'
  | 'audit_event_ids'
  | 'dataset_group_ids'
  | 'dataset_ids'
  | 'report_ids'
  | 'report_column_ids'
  | 'workflow_ids'
  | 'workflow_version_ids'
  | 'workflow_label_ids'
  | 'workflow_run_ids'

/** The read was stopped at its time limit. */
export class QueryTooSlowError extends Error {
  override readonly name = 'QueryTooSlowError'
}

/** A condition of a unit or transaction failed; nothing was written. */
export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError'
}

/**
 * Thrown in a transaction that must see a commit which came after its start. PostgreSQL repeats the transaction; on
 * SQLite transactions run one after the other.
 */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError'
}

/** Texts are words or JSON, without control characters. Numbers and texts may be null. */
export type ListColumn = 'number' | 'text'

export interface ConnectionFigures {
  /** `statements` are short reads and writes, `queries` are scans and timed queries. */
  readonly pool: 'statements' | 'queries'
  readonly used: number
  readonly idle: number
  /** Number of queries that wait for a connection. */
  readonly waiting: number
}

/** Storage on embedded SQLite or on PostgreSQL. */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres'
  /** Name and version, such as `SQLite 3.53.4` or `PostgreSQL 15.18`. */
  readonly version: string
  /** Advice for the operator about storage limits, as a sentence; null without advice. */
  readonly scarcity: string | null
  /** Runs point reads. On SQLite they run on the event loop and take a few microseconds each. */
  readonly db: Database
  /** Runs reads of many rows. */
  readonly scan: Database
  /**
   * Runs a transaction; durable when the promise resolves. `work` may await only database work. PostgreSQL repeats `work`
   * after a deadlock or OvertakenError, so it changes nothing but the database.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs the statements as one unit; durable when the promise resolves. Concurrent units share a commit. */
  append(unit: readonly CompiledQuery[]): Promise<void>
  /** As `append` if the condition changes at least one row. Otherwise writes nothing and returns false. */
  appendIf(condition: CompiledQuery, unit: readonly CompiledQuery[]): Promise<boolean>
  /** Runs one statement with `returning` as a unit, which `waiting` does not count. */
  change<Row>(query: CompiledQuery<Row>): Promise<Row[]>
  /** The units of `append` that are not durable yet. */
  waiting(): WaitingWrites
  /** The units of `append` since the start; on SQLite also the transactions. */
  writes(): WriteFigures
  /** The connections to PostgreSQL; empty on SQLite. */
  connections(): readonly ConnectionFigures[]
  /** Runs one compiled read, synchronously on SQLite. On PostgreSQL the read is prepared under `name`. */
  fetch<Row>(query: CompiledQuery<Row>, name: string): Row[] | Promise<Row[]>
  /** Runs one read whose rows are lists in column order. SQLite's binding takes twice as long to build many small objects. */
  lists<Row extends readonly unknown[]>(query: CompiledQuery, columns: readonly ListColumn[]): Promise<Row[]>
  /** Runs a query of unknown cost, such as a search. Rejects with QueryTooSlowError after `milliseconds`. */
  timedQuery<Row>(query: CompiledQuery<Row>, milliseconds: number): Promise<Row[]>
  /**
   * SQLite: overwrites deleted rows in the file and empties the write-ahead log; false if a reader blocks the log. On
   * PostgreSQL, vacuum does that.
   */
  overwriteDeleted(signal: AbortSignal): Promise<boolean>
  nextId(tx: Tx, sequence: Sequence): Promise<number>
  /** Reserves `idBlock` consecutive ids and returns the first. */
  takeIds(sequence: Sequence): Promise<number>
  /** True if the error is a unique violation. */
  isDuplicate(error: unknown): boolean
  /** True if the error means that storage is unreachable or full, so that a retry may succeed. */
  isUnavailable(error: unknown): boolean
  /** The message for callers about an error of `isUnavailable`. */
  unavailability(error: unknown): string
  /** Why storage cannot be used now, as a sentence; null if storage works. */
  problem(): Promise<string | null>
  /** Resolves with the reason if storage failed for good and the process must restart. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/** The PostgreSQL migration has the same number: `request_ids increment by 1000`. */
export const idBlock = 1000
