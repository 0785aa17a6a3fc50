import type { Store } from '../db/index.ts'
import {
  checkCanary,
  createSecretBox,
  type KeySettings,
  loadKeyring,
  makeCanary,
  type SecretBox,
} from '../sealing/index.ts'
import { findCanary, insertCanary } from './queries.ts'

/** Opens the secret box with the configured keys. @throws SecretKeyError if the keys belong to another database. */
export async function openSecrets(store: Store, settings: KeySettings): Promise<SecretBox> {
  const { keyring } = loadKeyring(settings)
  const box = createSecretBox(keyring)
  checkCanary(box, await storedCanary(store, box))
  return box
}

/** Returns the canary of the database, which the first process creates. */
async function storedCanary(store: Store, box: SecretBox): Promise<Uint8Array> {
  const canary = await findCanary(store.db)
  if (canary) return canary
  return store.transact(async (tx) => {
    await insertCanary(tx, makeCanary(box))
    return (await findCanary(tx))!
  })
}
