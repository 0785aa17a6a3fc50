import { hash } from 'node:crypto'
import { type Json, mayCallModels } from '../../engine/columns/index.ts'
import { canonical } from '../../engine/json/canonical.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { SheetColumnRow } from '../db/index.ts'
import { isDynamicLabel, loadRunnable } from '../prompts/index.ts'
import { configOf, promptUseOf, typeOf } from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { readSettings } from '../workspaces/index.ts'
import type { ColumnReferences } from './column-plan.ts'
import type { Resolve } from './load-batch.ts'

/**
 * Resolves the names in columns. A template resolves to one digest of its expanded text and its model. So a moved label
 * or a changed snippet changes the inputs of cells, and a new commit message does not.
 */
export function resolver(context: Context, workspace: WorkspaceId): Resolve {
  return async ({ columns }) => {
    const modelColumns = columns.filter(({ type }) => mayCallModels(typeOf(type).cost))
    if (modelColumns.length === 0) return new Map()
    const { evaluator_model, embedding_model } = await readSettings(context.store.db, workspace)
    const evaluator = { evaluator_model, embedding_model } as unknown as Json
    const references = new Map<string, ColumnReferences>()
    for (const column of modelColumns)
      references.set(column.id, { evaluator, ...(await templateOf(context, workspace, column)) })
    return references
  }
}

async function templateOf(
  context: Context,
  workspace: WorkspaceId,
  column: SheetColumnRow,
): Promise<Omit<ColumnReferences, 'evaluator'>> {
  const use = promptUseOf(configOf(column))
  if (!use) return { versions: {}, promptVersion: null, hasFixedTemplate: true }
  const { prompt_id, prompt_name, version_number: version, label } = use
  const choice = { kind: 'registry', prompt: prompt_id ?? prompt_name!, version, label } as const
  const model = { provider: null, model: null, parameterOverrides: null }
  try {
    const { served, ...runnable } = await loadRunnable(context, workspace, choice, {
      variables: null,
      model,
      metadata: {},
    })
    const isDynamic =
      label !== null &&
      served !== null &&
      (await isDynamicLabel(context.store.db, workspace, served.id, label))
    if (isDynamic) return { versions: { dynamic_label: label }, promptVersion: null, hasFixedTemplate: false }
    const digest = hash('sha256', canonical({ template: runnable.template, model: runnable.model }), 'hex')
    const promptVersion = served && { promptId: served.id, version: served.version }
    return { versions: { template: digest }, promptVersion, hasFixedTemplate: true }
  } catch (error) {
    // The cells will report this error.
    if (error instanceof Refusal) return { versions: {}, promptVersion: null, hasFixedTemplate: false }
    throw error
  }
}
