import { defineColumn } from '../define.ts'
import { value } from '../steps.ts'

/** Written by people and imports; never computed. */
export const text = defineColumn<Readonly<Record<string, unknown>>>({
  type: 'TEXT',
  cost: 'none',
  score: () => 'by-value',
  config: (configInput) => ({ ...configInput }),
  dependsOn: () => [],
  evaluator: () => ({ prepare: () => value(null) }),
})
