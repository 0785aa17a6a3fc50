/** Choosing a prompt, table, workflow or dataset by name, of any number. */

export * from './dataset-select.tsx'
export * from './prompt-select.tsx'
export * from './table-select.tsx'
export * from './workflow-select.tsx'
