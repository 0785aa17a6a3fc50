// Runs a deletion of a person in a process of its own: `node delete-person.ts {storage, workspace, run,
// until, isInside}`. After `until` stages the process kills itself, after the commit or inside the next one.
// Without `until` it runs to its end.
import { openStore } from '../../src/server/db/index.ts'
import { erasureJobs } from '../../src/server/erasure/index.ts'
import { stages } from '../../src/server/erasure/stages.ts'
import type { Lease } from '../../src/server/jobs/index.ts'

const { storage, workspace, run, until, isInside } = JSON.parse(process.argv[2]!)
const store = await openStore(storage)

/** Number of stages of both passes before the saved position. */
async function stagesBehind(): Promise<number> {
  const row = await store.db
    .selectFrom('person_deletions')
    .select('position')
    .where('id', '=', run)
    .executeTakeFirstOrThrow()
  const { stage, pass = 1 } = JSON.parse(row.position) as { stage: (typeof stages)[number]; pass?: number }
  const index = stages.indexOf(stage)
  return (pass - 1) * stages.length + (index < 0 ? stages.length : index)
}

let isReached = false
const commit: Lease['commit'] = async (write) => {
  const result = await store.transact(async (tx) => {
    const written = await write(tx)
    if (isReached && isInside) process.kill(process.pid, 'SIGKILL')
    return written
  })
  isReached ||= until !== null && (await stagesBehind()) >= until
  if (isReached && !isInside) process.kill(process.pid, 'SIGKILL')
  return result
}
/** The clock is two minutes ahead: the requests of the test are then not new, so that one pass is enough. */
const now = () => Date.now() + 120_000
await erasureJobs({ store, now }).run({
  ...{ workspace, run, id: 'job', payload: {}, attempt: 0, signal: new AbortController().signal },
  ...{ commit, finish: (write) => store.transact(write) },
  whenChanged: () => () => {},
  append: (unit) => store.append(unit),
})
await store.close()
