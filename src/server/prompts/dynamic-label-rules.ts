import type { TrafficRules } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Database, DynamicLabelRow, PromptLabelRow, PromptRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findDynamicLabelByName, selectDynamicLabels } from './dynamic-label-queries.ts'
import { promptRegistry } from './prompt-registry.ts'

export const rulesOf = (row: Pick<DynamicLabelRow, 'rules'>): TrafficRules =>
  JSON.parse(row.rules) as TrafficRules

export async function isDynamicLabel(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: number,
  name: string,
): Promise<boolean> {
  return (await findDynamicLabelByName(db, workspace, prompt, name)) !== undefined
}

/** Refuses a name that is a dynamic label: a name is either a release label or a dynamic label, so that reads are unambiguous. */
export async function refuseDynamicName(
  tx: Tx,
  workspace: WorkspaceId,
  prompt: number,
  name: string,
  loc: readonly string[],
) {
  if (!(await isDynamicLabel(tx, workspace, prompt, name))) return
  throw new Refusal('invalid', `${name} is a dynamic label of this template`, {
    loc,
    type: 'label_is_dynamic',
  })
}

/** @throws Refusal `conflict` if a dynamic label sends reads to this release label. */
export async function refuseLabelInUse(tx: Tx, workspace: WorkspaceId, label: PromptLabelRow) {
  const users = (await selectDynamicLabels(tx, workspace, label.prompt_id)).filter((row) =>
    rulesOf(row).some(({ splits }) => splits.some((split) => split.label === label.name)),
  )
  if (users[0])
    throw new Refusal('conflict', `The dynamic label ${users[0].name} sends reads to this label.`, {
      loc: ['path', 'prompt_label_id'],
    })
}

/** @throws Refusal if rules name a version or release label that the template does not have. */
export async function checkTargets(tx: Tx, workspace: WorkspaceId, prompt: PromptRow, rules: TrafficRules) {
  const labels = new Set(
    (await promptRegistry.labels.listOf(tx, workspace, prompt.id)).map(({ name }) => name),
  )
  const issues = rules.flatMap(({ splits }, rule) =>
    splits.flatMap(({ version_number: number, label }, split) => {
      const loc = ['body', 'rules', rule, 'splits', split]
      // Numbers have no gaps and versions are never deleted, so all numbers up to the latest exist.
      if (number !== undefined && number > prompt.latest_version)
        return [{ loc: [...loc, 'version_number'], msg: 'there is no such version', type: 'not_found' }]
      if (label !== undefined && !labels.has(label))
        return [{ loc: [...loc, 'label'], msg: 'there is no such release label', type: 'not_found' }]
      return []
    }),
  )
  if (issues.length > 0)
    throw new Refusal('invalid', 'The rules name a version or release label that does not exist.', { issues })
}
