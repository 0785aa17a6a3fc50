import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '../contract/index.ts'

const roles = new AsyncLocalStorage<Role>()

/** Does the work of a call, or of a job that such a call made: `startedBy` is the caller's role within it. */
export const asStartedBy = <T>(role: Role, work: () => T): T => roles.run(role, work)

/** The role of the caller who started the current work; `viewer` where it is not known, as in jobs of older versions. */
export const startedBy = (): Role => roles.getStore() ?? 'viewer'
