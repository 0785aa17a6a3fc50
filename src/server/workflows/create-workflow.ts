import type { Body, Endpoints } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { recordAuthor } from '../authors/index.ts'
import type { Store, Tx, WorkflowRow } from '../db/index.ts'
import { attachAll } from '../external-ids/index.ts'
import { checkFolder } from '../folders/index.ts'
import { type Caller, requireRole } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { definitionOf } from './definition-of.ts'
import { checkedDefinition, publishVersion } from './publish.ts'
import { workflowRegistry } from './workflow-registry.ts'

type Creation = Body<Endpoints['createWorkflow']>

export const createWorkflow: Handler<'createWorkflow'> = async (context, { caller, body }) => {
  const { store, now } = context
  const { workspace } = caller
  const labels = body.release_labels ?? []
  if (labels.length > 0) requireRole(caller, 'publisher')
  const target = targetOf(body)
  const definition = checkedDefinition(definitionOf(body))
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    if (body.folder_id != null) await checkFolder(tx, workspace, body.folder_id)
    const workflow =
      target.kind === 'new'
        ? await addWorkflow(store, tx, caller, target.name, body.folder_id ?? null, now())
        : await workflowRegistry.get(tx, workspace, target.identifier)
    await attachAll(tx, workspace, { kind: 'workflow', id: workflow.id }, body.external_ids ?? [], now())
    const version = { definition, commitMessage: body.commit_message ?? null, labels }
    return publishVersion(context, tx, caller, workflow, version, null)
  })
}

type Target =
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'existing'; readonly identifier: string | number }

/** Decides between a new workflow and a new version: `name` means a new workflow, `workflow_id` or `workflow_name` a new version. */
function targetOf({ name, workflow_id: id, workflow_name: existing }: Creation): Target {
  const identifierCount = [name, id, existing].filter((value) => value != null).length
  if (identifierCount !== 1)
    throw new Refusal(
      'bad_request',
      'Give name for a new workflow, or workflow_id or workflow_name for a new version of one.',
      { loc: ['body', 'name'] },
    )
  return name != null ? { kind: 'new', name } : { kind: 'existing', identifier: (id ?? existing)! }
}

async function addWorkflow(
  store: Store,
  tx: Tx,
  caller: Caller,
  name: string,
  folder: number | null,
  now: number,
): Promise<WorkflowRow> {
  const { workspace } = caller
  if (await workflowRegistry.findByName(tx, workspace, name))
    throw new Refusal(
      'bad_request',
      `There is a workflow called ${name} already; name it in workflow_name to add a version.`,
      { loc: ['body', 'name'] },
    )
  if (await workflowRegistry.isId(tx, workspace, name))
    throw new Refusal('bad_request', `${name} is the id of another workflow, so it cannot be a new name.`, {
      loc: ['body', 'name'],
    })
  const workflow: WorkflowRow = {
    workspace_id: workspace,
    id: await workflowRegistry.newId(store, tx, workspace),
    name,
    folder_id: folder,
    latest_version: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await workflowRegistry.insert(tx, workflow)
  await recordAuthor(tx, caller, { kind: 'workflow', id: workflow.id })
  return workflow
}
