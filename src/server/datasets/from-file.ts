import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { isCsv, isJson } from '../sheet-files/index.ts'
import { noGroup } from './absent.ts'
import { lockGroup } from './group-queries.ts'
import { startFilling } from './start-filling.ts'

export const unfinishedVersion = 0

export const createDatasetFromFile: Handler<'createDatasetFromFile'> = async (
  context,
  { caller, body, file },
) => {
  const { store, uploads, jobs, now } = context
  const { workspace } = caller
  const { file_name: fileName } = body
  if (!isCsv(fileName) && !isJson(fileName))
    throw new Refusal('bad_request', 'file_name: only .csv, .json and .jsonl files can be read.')
  const dataset = await store.transact(async (tx) => {
    const time = now()
    const group = await lockGroup(tx, workspace, body.dataset_group_id, time)
    if (!group) throw noGroup()
    await uploads.keep(tx, workspace, file!)
    const filling = { kind: 'file', publish: true, upload: file!.id, fileName, plan: null } as const
    return startFilling(context, tx, group, filling, { version_number: unfinishedVersion }, time)
  })
  jobs.wake()
  return { success: true as const, message: 'The file is being read.', dataset_id: dataset.id }
}
