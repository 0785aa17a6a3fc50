import { createHash } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'

/** A hash of stored settings, so that a change can name the settings that it was made from. */
export const revisionOf = (settings: unknown): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16)

/** Refuses a change that was made from other settings than the stored ones. */
export function requireRevision(stored: string, base: string | undefined): void {
  if (base !== undefined && base !== stored)
    throw new Refusal(
      'conflict',
      'These settings were changed in the meantime. Read them again and repeat the change.',
    )
}
