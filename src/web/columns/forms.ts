/** The forms of column types as data, without React: fields, configs, references and the graph of columns. */
export { type Config, configProblem, valueAt, withValueAt } from './config.ts'
export { configPathsOf } from './config-paths.ts'
export type { FieldSpec } from './field-spec.ts'

export { gapsOf, numberProblem } from './gaps.ts'
export { cycleOf, downstreamOf } from './graph.ts'
export { forms, isPaid } from './kinds.ts'
export type { LiveCell } from './live/evaluate.ts'
export { isLive, type LiveType } from './live/types.ts'
export { type Reference, referencedColumns as readBy, referencesOf } from './references.ts'
export { ruleOf } from './rule.ts'
export { startConfig } from './start-config.ts'
export { suggestedTitle } from './suggested-title.ts'

/** The evaluation of columns in the browser: 45 kB, loaded by a form that can use it. */
export const loadEvaluation = () => import('./live/evaluate.ts')
