/** Characters or bytes at which a page ends before its limit, because a cell can hold megabytes (traces, documents). */
export const fullPage = 16_000_000

/** Number of rows that are read first; their size predicts that of the others. */
export const firstRows = 25

/** Characters of a batch of a streamed answer. */
const pieceSize = 128 * 1024
export const maxRowsPerRead = 1_000

/** Number of further rows for this many characters, if they are as large as those read so far. */
export const rowsThatFit = (room: number, rowsRead: number, size: number, maxRows: number): number =>
  Math.max(1, Math.min(maxRows, Math.floor((room * rowsRead) / Math.max(1, size))))

/** Number of rows in the next batch of a streamed answer, if they are as large as those read so far. */
export const rowsOfNextPiece = (rowsRead: number, size: number): number =>
  rowsThatFit(pieceSize, rowsRead, size, maxRowsPerRead)
