import {
  bodyStatus,
  bodyStorageProblem,
  deleteObjects,
  findOrphans,
  orphanReport,
  startMovingBack,
  startMovingOut,
} from '../bodies/index.ts'
import type { BodyStorageSettings } from '../config/body-storage-settings.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Store } from '../db/index.ts'
import { ObjectStorageError, OutboundError } from '../edge/index.ts'

export type BodiesCommand = 'bodies status' | 'bodies move' | 'bodies orphans'

interface Options {
  readonly back: boolean
  readonly delete: boolean
}

/** Runs a command about bodies in object storage. */
export async function runBodiesCommand(
  store: Store,
  { bodyStorage }: Config,
  command: BodiesCommand,
  options: Options,
): Promise<object> {
  switch (command) {
    case 'bodies status':
      return {
        ...(await bodyStatus(store)),
        bucket: bodyStorage?.bucket ?? null,
        problem: bodyStorage ? await bodyStorageProblem(bodyStorage) : 'GALLEY_S3_ENDPOINT is not set.',
      }
    case 'bodies move':
      await (options.back ? startMovingBack : startMovingOut)(store)
      return bodyStatus(store)
    case 'bodies orphans':
      if (!bodyStorage) throw new ConfigError('GALLEY_S3_ENDPOINT is not set.')
      return orphans(store, bodyStorage, options.delete)
  }
}

async function orphans(store: Store, settings: BodyStorageSettings, isDelete: boolean): Promise<object> {
  try {
    const { orphans, storedCount } = await findOrphans(store, settings, Date.now())
    const report = orphanReport(orphans)
    if (!isDelete) return report
    if (orphans.length > 0 && storedCount === 0)
      throw new ConfigError(
        'Nothing was deleted: this database has no object of the bucket. Check DATABASE_URL, GALLEY_DATA and GALLEY_S3_PREFIX.',
      )
    await deleteObjects(settings, orphans)
    return { ...report, deleted: orphans.length }
  } catch (error) {
    // For these errors, prints the message without the stack.
    if (error instanceof OutboundError || error instanceof ObjectStorageError)
      throw new ConfigError(error.message)
    throw error
  }
}
