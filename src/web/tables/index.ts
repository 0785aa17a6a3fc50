/** The list of tables, and the page of one table with its sheets. */
export { makeTable } from './make-table.ts'
