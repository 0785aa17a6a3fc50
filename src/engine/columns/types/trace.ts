import { defineColumn } from '../define.ts'
import { value } from '../steps.ts'

/** The column into which traces are imported; like TEXT it is never computed. */
export const trace = defineColumn<Readonly<Record<string, unknown>>>({
  type: 'TRACE',
  cost: 'none',
  score: () => 'none',
  config: (sent) => ({ ...sent }),
  dependsOn: () => [],
  evaluator: () => ({ prepare: () => value(null) }),
})
