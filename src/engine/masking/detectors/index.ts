import type { Detector } from '../match.ts'
import { card } from './card.ts'
import { email } from './email.ts'
import { iban } from './iban.ts'
import { ip } from './ip.ts'
import { keys } from './keys.ts'
import { nationalId } from './national-id.ts'
import { phone } from './phone.ts'

/** The built-in detectors, in the order in which they win over each other. */
export const detectors = {
  key: keys,
  email,
  iban,
  card,
  national_id: nationalId,
  ip,
  phone,
} as const satisfies Record<string, Detector>

export type DetectorName = keyof typeof detectors
export const detectorNames = Object.keys(detectors) as [DetectorName, ...DetectorName[]]
