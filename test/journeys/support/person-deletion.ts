import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../../kit/api.ts'

/** The receipt of a deletion of a person, once it has ended. */
export async function endedDeletion(api: Api, id: string) {
  for (;;) {
    const { status, body } = await api.get(`/api/public/v2/person-deletions/${id}`)
    assert.equal(status, 200, JSON.stringify(body))
    if (body.person_deletion.state !== 'running') return body.person_deletion
    await sleep(50)
  }
}
