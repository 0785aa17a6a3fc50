/**
 * The copy of the log in ClickHouse: requests, and rows of traces. The part that calls ClickHouse (`copyTools`) is loaded
 * only if CLICKHOUSE_URL is set.
 */

export { type CopiedRows, type CopyStatus, copyOf, type LogCopyStatus } from './copies.ts'
export type { CopyView } from './copy-view.ts'
export { copyTools, isCopied, openCopy } from './open-copy.ts'
export { onlyRow } from './unavailable.ts'
