/** What the forms of column types know of configs, without a view: for what computes with columns elsewhere. */
export { type Config, configProblem, withValueAt } from './column/config.ts'
export type { Readable } from './column/fields/control.ts'
export { forms, groups, names } from './column/kinds.ts'
export { type Reference, referencesOf } from './column/references.ts'
