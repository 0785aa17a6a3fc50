import { setTimeout as sleep } from 'node:timers/promises'
import { evaluationColumns, evaluationSteps, type Ticket } from '../../src/server/sample/content/index.ts'
import type { Galley } from './galley.ts'

const tablesPath = '/api/public/v2/tables'

export interface Evaluation {
  readonly table: string
  readonly path: string
  /** Column ids by title. */
  readonly columns: ReadonlyMap<string, string>
}

const judgement =
  'Does the reply thank the customer, say what was done, and say what happens next? A curt reply fails.'

const [category, priority, rightCategory, knownPriority, , words] = evaluationColumns

const computed: readonly (readonly [title: string, type: string, config: object])[] = [
  [
    'triage',
    'PROMPT_TEMPLATE',
    {
      template: { name: 'ticket-triage', label: 'prod' },
      prompt_template_variable_mappings: { ticket: 'ticket' },
    },
  ],
  category,
  priority,
  rightCategory,
  knownPriority,
  [
    'reply',
    'PROMPT_TEMPLATE',
    {
      template: { name: 'ticket-reply', label: 'prod' },
      prompt_template_variable_mappings: { ticket: 'ticket', category: 'category' },
    },
  ],
  words,
  ['good reply', 'LLM_ASSERTION', { source: 'reply', prompt: judgement }],
]

const steps = [
  ...evaluationSteps.slice(0, 2),
  {
    title: 'Good reply',
    primitive_type: 'LLM_ASSERTION',
    primitive_config: { source: 'reply', prompt: judgement },
    weight: 2,
  },
]

/** Creates a sheet of tickets with columns that triage, answer and check them. Nothing is run yet. */
export async function createEvaluation(galley: Galley, tickets: readonly Ticket[]): Promise<Evaluation> {
  const { table, default_sheet } = await galley.post(tablesPath, { title: 'Support triage' })
  const path = `${tablesPath}/${table.id}/sheets/${default_sheet.id}`
  const columns = new Map<string, string>()
  const { data } = await galley.get(`${path}/columns`)
  const first = await galley.patch(`${path}/columns/${data[0].id}`, { title: 'ticket' })
  columns.set('ticket', first.column.id)
  const addColumn = async (title: string, type: string, config: object | null) => {
    const { column } = await galley.post(`${path}/columns`, { title, type, config })
    columns.set(title, column.id)
  }
  await addColumn('plan', 'TEXT', null)
  await addColumn('expected', 'TEXT', null)
  await removeRows(galley, path)
  // Columns are added while the sheet has no rows, so that nothing runs automatically.
  for (const [title, type, config] of computed) await addColumn(title, type, config)
  for (let from = 0; from < tickets.length; from += 100) {
    const chunk = tickets.slice(from, from + 100)
    const values = chunk.map(({ text, plan, category }) => ({
      [columns.get('ticket')!]: text,
      [columns.get('plan')!]: plan,
      [columns.get('expected')!]: category,
    }))
    await galley.post(`${path}/rows`, { count: chunk.length, values })
  }
  return { table: table.id, path, columns }
}

async function removeRows(galley: Galley, path: string) {
  const { data } = await galley.get(`${path}/rows`)
  const row_indices = data.map(({ row_index }: { row_index: number }) => row_index)
  if (row_indices.length > 0) await galley.delete(`${path}/rows`, { row_indices })
}

/** Runs cells to their end and confirms the run if required. Returns the finished operation. */
export async function run(galley: Galley, path: string, selection: object) {
  let begun = await galley.post(`${path}/operations`, selection)
  if (begun.requires_confirmation)
    begun = await galley.post(`${path}/operations`, {
      ...selection,
      confirmation_token: begun.confirmation_token,
    })
  for (;;) {
    const { operation } = await galley.get(begun.status_url)
    if (!['queued', 'running'].includes(operation.status)) return operation
    await sleep(200)
  }
}

export async function score(galley: Galley, path: string) {
  await galley.patch(`${path}/scorecard`, {
    name: 'Triage quality',
    evaluated_column_ids: [],
    steps,
    aggregation: {
      method: 'weighted_mean',
      required_step_failure_behavior: 'fail',
      pass_threshold: 0.8,
      warn_threshold: 0.6,
    },
  })
  return rescore(galley, path, {})
}

export async function rescore(galley: Galley, path: string, scope: object) {
  const { calculation_id } = await galley.post(`${path}/scorecard/recalculate`, scope)
  for (;;) {
    const { calculation } = await galley.get(`${path}/scorecard/calculations/${calculation_id}`)
    if (!['queued', 'running'].includes(calculation.status)) return calculation
    await sleep(200)
  }
}
