import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '../contract/index.ts'

const roles = new AsyncLocalStorage<Role>()

/** Runs a call's work, or that of its jobs, with the caller's role as `startedBy`. */
export const asStartedBy = <T>(role: Role, work: () => T): T => roles.run(role, work)

/** Role of the caller that started this work; `viewer` if unknown, as in jobs of older versions. */
export const startedBy = (): Role => roles.getStore() ?? 'viewer'
