import type { z } from 'zod'
import type { EnvironmentVariable } from '../../contract/index.ts'
import type { Restriction } from '../../engine/environment/restriction.ts'
import { timesOf } from '../http/iso-time.ts'
import { restrictionOf, type ShownVariable } from './variables.ts'

export function presentVariable(variable: ShownVariable): z.input<typeof EnvironmentVariable> {
  return {
    id: variable.id,
    key: variable.name,
    value_suffix: variable.value_suffix ?? '',
    is_empty: variable.isEmpty,
    ...timesOf(variable),
    workspace_id: variable.workspace_id,
    restriction: shownRestriction(restrictionOf(variable)),
    ...(variable.tool_id !== null && { tool_registry_id: variable.tool_id }),
  }
}

const shownRestriction = (restriction: Restriction | null) =>
  restriction && {
    role: restriction.role,
    uses: restriction.uses && [...restriction.uses],
    hosts: restriction.hosts && [...restriction.hosts],
  }
