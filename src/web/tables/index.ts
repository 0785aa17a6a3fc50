/** The list of tables, and the page of one table with its sheets. */
export { LastRun, Score } from './list/table-figures.tsx'
export { makeTable } from './make-table.ts'
