import type { Column } from '../../sheets/index.ts'
import type { Step } from './criteria.ts'

/** Whether the verdicts of a column are booleans, or judgements: objects with a boolean and its reasoning. */
export type VerdictForm = 'boolean' | 'judgement'

/** The common form of the values; null without values, or if their forms differ. */
export function verdictForm(values: readonly unknown[]): VerdictForm | null {
  const forms = new Set(values.map(formOf))
  const [form = null, ...others] = forms
  return others.length > 0 ? null : form
}

function formOf(value: unknown): VerdictForm | null {
  if (typeof value === 'boolean') return 'boolean'
  const inner = typeof value === 'object' && value !== null && 'value' in value ? value.value : undefined
  return typeof inner === 'boolean' ? 'judgement' : null
}

type SourceStep = Pick<Step, 'title' | 'primitive_type' | 'primitive_config' | 'source_column_ids'>

/** True if a step asks whether a value is true, as steps for columns of judges and code do. */
export const asksForTrue = ({
  primitive_type: type,
  primitive_config: { target },
}: Pick<Step, 'primitive_type' | 'primitive_config'>): boolean =>
  type === 'COMPARE' && (target === 'true' || formOf(target) !== null)

const isVerdictStep = (step: SourceStep) => step.source_column_ids.length === 1 && asksForTrue(step)

/** The column whose passes and failures are those of the step: the grid can be filtered by it. */
export function verdictColumnOf<Candidate extends Pick<Column, 'id' | 'title' | 'type'>>(
  step: SourceStep,
  columns: readonly Candidate[],
): Candidate | undefined {
  const { title, primitive_type: type, source_column_ids: sources } = step
  if (type === 'COLUMN_AGGREGATE' || isVerdictStep(step)) return columns.find(({ id }) => id === sources[0])
  const hasTitle = (column: Candidate) => column.title.toLowerCase() === title.toLowerCase()
  return columns.find((column) => column.type === type && hasTitle(column))
}
