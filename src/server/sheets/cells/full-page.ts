/** Size in characters or bytes at which a page ends before its limit, because cells can hold megabytes (traces, documents). */
export const fullPage = 16_000_000

/** The size of these rows predicts the size of the rest. */
export const firstRows = 25

/** Characters and rows of a batch of a streamed answer. */
const pieceSize = 128 * 1024
export const maxRowsAtOnce = 1_000

/** Number of further rows for so many characters, assuming the average size of those read. */
export const rowsThatFit = (room: number, read: number, size: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor((room * read) / Math.max(1, size))))

/** Number of rows for the next batch of a streamed answer, by the size of those read. */
export const rowsOfNextPiece = (read: number, size: number): number =>
  rowsThatFit(pieceSize, read, size, maxRowsAtOnce)
