/** Choosing a prompt, table or workflow by name, of any number. */

export * from './prompt-select.tsx'
export * from './table-select.tsx'
export * from './workflow-select.tsx'
