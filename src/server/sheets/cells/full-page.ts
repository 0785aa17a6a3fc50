/** Characters or bytes with which an answer ends before its limit. Cells hold megabytes each: traces, documents. */
export const fullPage = 16_000_000

/** Rows have any size, and the first few tell what the rest will be. */
export const firstRows = 25

/** Characters and rows of one batch of a streamed answer. */
export const pieceSize = 128 * 1024
export const maxRowsAtOnce = 1_000

/** How many more rows to read into as many characters, if they are as those that were read. */
export const rowsThatFit = (room: number, read: number, size: number, wanted: number): number =>
  Math.max(1, Math.min(wanted, Math.floor((room * read) / Math.max(1, size))))
