/** Choosers of prompts, tables, workflows and datasets: the server searches by name. */

export * from './dataset-select.tsx'
export * from './prompt-select.tsx'
export * from './table-select.tsx'
export * from './workflow-select.tsx'
