/** The forms of column types as data, without React: fields, configs, references and the graph of columns. */
export { type Config, configProblem, withValueAt } from './config.ts'
export type { FieldOf } from './field-of.ts'
export type { Readable } from './fields/control.ts'
export { cycleOf, downstreamOf } from './graph.ts'
export { forms, groups, isPaid } from './kinds.ts'
export { placesOf } from './places.ts'
export { type Reference, readBy, referencesOf } from './references.ts'
