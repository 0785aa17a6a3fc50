import { broken } from './broken.ts'
import type { Fault } from './exchange.ts'
import { refused } from './refused.ts'

export type FaultName = keyof typeof refused | keyof typeof broken

export const faults: Readonly<Record<FaultName, Fault>> = { ...refused, ...broken }

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name)
