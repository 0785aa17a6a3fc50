import type { Inspection } from '../db/index.ts'
import {
  checkCanary,
  createSecretBox,
  existingKeyring,
  type KeySettings,
  missingKey,
} from '../sealing/index.ts'
import { storedCanaryOf } from './queries.ts'

/**
 * Checks the configured keys against the storage; `none_yet` if it holds no secrets. It creates no key and writes
 * nothing, so that a start with a wrong key does not change the schema.
 * @throws SecretKeyError if the keys are malformed or belong to another storage.
 */
export async function checkStoredKey(
  inspection: Inspection | null,
  settings: KeySettings,
): Promise<'opens' | 'none_yet'> {
  const keyring = existingKeyring(settings)
  const canary = inspection && (await storedCanaryOf(inspection))
  if (!canary) return 'none_yet'
  if (!keyring) throw missingKey(canary)
  checkCanary(createSecretBox(keyring), canary)
  return 'opens'
}
