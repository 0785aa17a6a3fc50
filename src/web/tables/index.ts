/** The list of tables, and the page of one table with its sheets. */
export { TableResults } from './list/table-results.tsx'
export { makeTable } from './make-table.ts'
