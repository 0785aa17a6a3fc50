import type { ChosenModel } from '../../contract/index.ts'
import type { Database, Tx, WorkspaceSettingsRow } from '../db/index.ts'
import type { Handlers } from '../http/handler.ts'
import { findWorkspace, renameWorkspace } from './queries.ts'
import { findSettings, lockWorkspace, saveSettings } from './settings-queries.ts'

export interface WorkspaceSettings {
  /** True if the code of tools and cells may use the network. */
  readonly sandbox_network: boolean
  /** Null for the server's default. */
  readonly evaluator_model: ChosenModel | null
  readonly embedding_model: ChosenModel | null
}

/** Settings that only an installation admin can change. */
interface StoredSettings extends WorkspaceSettings {
  readonly provider_keys: boolean
}

export async function readSettings(db: Database, workspace: number): Promise<StoredSettings> {
  const row = await findSettings(db, workspace)
  return {
    sandbox_network: row?.sandbox_network === 1,
    evaluator_model: modelOf(row?.evaluator_model ?? null),
    embedding_model: modelOf(row?.embedding_model ?? null),
    provider_keys: row?.provider_keys !== 0,
  }
}

/** Lets a workspace use the server's provider keys, or stops that. */
export async function setProviderKeys(tx: Tx, workspace: number, provider_keys: boolean): Promise<void> {
  await lockWorkspace(tx, workspace)
  await saveSettings(tx, rowOf(workspace, { ...(await readSettings(tx, workspace)), provider_keys }))
}

export const workspaceHandlers = {
  async readWorkspace({ store }, { caller }) {
    const workspace = (await findWorkspace(store.db, caller.workspace))!
    return present(workspace, await readSettings(store.db, caller.workspace))
  },

  async updateWorkspace({ store }, { caller, body }) {
    return store.transact(async (tx) => {
      const workspace = await lockWorkspace(tx, caller.workspace)
      const settings = { ...(await readSettings(tx, caller.workspace)), ...presentFields(body.settings) }
      await saveSettings(tx, rowOf(caller.workspace, settings))
      if (body.name !== undefined) await renameWorkspace(tx, caller.workspace, body.name)
      return present({ ...workspace, ...(body.name !== undefined && { name: body.name }) }, settings)
    })
  },
} satisfies Partial<Handlers>

/** The fields of a change. A missing field keeps its stored value; null is a value. */
function presentFields(
  settings: { readonly [K in keyof WorkspaceSettings]?: WorkspaceSettings[K] | undefined },
) {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<WorkspaceSettings>
}

const rowOf = (workspace: number, settings: StoredSettings): WorkspaceSettingsRow => ({
  workspace_id: workspace,
  sandbox_network: settings.sandbox_network ? 1 : 0,
  evaluator_model: textOf(settings.evaluator_model),
  embedding_model: textOf(settings.embedding_model),
  provider_keys: settings.provider_keys ? 1 : 0,
})

const present = (workspace: { id: number; name: string }, settings: WorkspaceSettings) => ({
  success: true as const,
  workspace: {
    id: workspace.id,
    name: workspace.name,
    settings: {
      sandbox_network: settings.sandbox_network,
      evaluator_model: settings.evaluator_model,
      embedding_model: settings.embedding_model,
    },
  },
})

const textOf = (model: ChosenModel | null) => model && JSON.stringify(model)
const modelOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as ChosenModel))
