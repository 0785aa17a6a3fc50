import { totalmem } from 'node:os'

/** The bytes of memory that this process may use: those of the machine, or of its container if that has fewer. */
export const usableMemory = (): number => Math.min(process.constrainedMemory() || totalmem(), totalmem())
