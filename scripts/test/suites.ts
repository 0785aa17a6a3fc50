import type { PhaseName } from './plan.ts'

/** Files of half a minute and more: each has a process of its own and begins first, so that no core waits for it alone. */
const slow = /^test\/(hostile|every-endpoint|crash\/|sandbox\/|python\/|web\/every-screen)/

/** Files that `npm test` leaves to `npm run test:full`, in any phase and in one. */
const forFullRun = /^test\/(hostile|crash\/)/
const forFullRunOf: Partial<Record<PhaseName, RegExp>> = {}

export const isSlow = (file: string): boolean => slow.test(file)

export const isForFullRun = (file: string, phase: PhaseName): boolean =>
  forFullRun.test(file) || Boolean(forFullRunOf[phase]?.test(file))
