import { Refusal } from '../../engine/refusal.ts'
import type { Share, TrafficRule } from '../../engine/template/traffic/index.ts'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findDynamicLabelByName } from './dynamic-label-queries.ts'
import { rulesOf } from './dynamic-label-rules.ts'
import { promptRegistry } from './prompt-registry.ts'

interface ServedShare extends Share {
  readonly version: number
}

/** A dynamic label at one registry revision, with versions in place of release labels. */
export interface Traffic {
  readonly labelId: number
  readonly stickyKey: string | null
  readonly rules: readonly TrafficRule<ServedShare>[]
}

/** Loads a dynamic label; null if the template has none of this name. */
export async function loadTraffic(
  db: Database,
  workspace: WorkspaceId,
  identifier: string | number,
  label: string,
): Promise<Traffic | null> {
  const prompt = await promptRegistry.get(db, workspace, identifier)
  const row = await findDynamicLabelByName(db, workspace, prompt.id, label)
  if (!row) return null
  const labels = new Map(
    (await promptRegistry.labels.listOf(db, workspace, prompt.id)).map((label) => [
      label.name,
      label.version_number,
    ]),
  )
  return {
    labelId: row.id,
    stickyKey: row.sticky_key,
    rules: rulesOf(row).map(({ segment, splits }) => ({
      segment,
      splits: splits.map(({ version_number: number, label: name = '', percentage }) => {
        const version = number ?? labels.get(name)
        if (version === undefined)
          throw new Refusal('not_found', `The prompt template has no release label ${name}.`)
        return { version, percentage }
      }),
    })),
  }
}
