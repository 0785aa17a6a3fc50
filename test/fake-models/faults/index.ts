import { connectionFaults } from './connection-faults.ts'
import type { Fault } from './exchange.ts'
import { refused } from './refused.ts'

export type FaultName = keyof typeof refused | keyof typeof connectionFaults

export const faults: Readonly<Record<FaultName, Fault>> = { ...refused, ...connectionFaults }

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name)
