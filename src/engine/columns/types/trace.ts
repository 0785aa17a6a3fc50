import { defineColumn } from '../define.ts'
import { value } from '../steps.ts'

/** Receives imported traces; never computed. */
export const trace = defineColumn<Readonly<Record<string, unknown>>>({
  type: 'TRACE',
  cost: 'none',
  score: () => 'none',
  config: (configInput) => ({ ...configInput }),
  dependsOn: () => [],
  evaluator: () => ({ prepare: () => value(null) }),
})
