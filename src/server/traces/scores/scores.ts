import type { ScoreSubject } from '../../../contract/index.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import { facetText } from '../../../engine/search/index.ts'
import { typedScore } from '../../../engine/traces/index.ts'
import type { Database, GivenScoreRow, Tx } from '../../db/index.ts'
import { idOf, nameOf } from '../../http/caller.ts'
import type { Handlers } from '../../http/handler.ts'
import { timesOf } from '../../http/iso-time.ts'
import {
  deleteRequestScore,
  existingRequests,
  isRequestScore,
  maxGivenScores,
  presentGiven,
  putRequestScore,
  requestScores,
} from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findTrace } from '../queries.ts'
import {
  countScores,
  hasSession,
  hasSpan,
  putScore,
  removeScore,
  type ScoredKey,
  selectNamed,
  selectScores,
  selectScoresOfSpans,
} from './queries.ts'

export const scoreHandlers = {
  async giveScore({ store, masking, now }, { caller: { workspace, actor }, body }) {
    // The stored id of a session is masked too, so the caller's own id finds it only after masking.
    const isSession = body.subject_type === 'session'
    const {
      name,
      comment = null,
      value,
      session = null,
    } = await masking.value(workspace, {
      name: body.name,
      comment: body.comment ?? null,
      value: body.value,
      session: isSession ? body.subject_id : null,
    })
    const typed = typedScore(value, body.type ?? null)
    const time = now()
    return store.transact(async (tx) => {
      const key = await scoredKey(tx, workspace, { ...body, subject_id: session ?? body.subject_id })
      const row: GivenScoreRow = {
        workspace_id: workspace,
        ...key,
        name,
        source: body.source ?? (actor.kind === 'person' ? 'person' : 'application'),
        ...typed,
        comment: comment || null,
        author_kind: actor.kind,
        author_id: idOf(actor),
        author_name: nameOf(actor),
        created_at: time,
        updated_at: time,
      }
      const earlierScores = await selectNamed(tx, workspace, key, name)
      const stored = await putScore(tx, row)
      if ((await countScores(tx, workspace, key)) > maxGivenScores)
        throw new Refusal('bad_request', `A subject has at most ${maxGivenScores} scores.`)
      await changeRequestScore(tx, workspace, key, name, numberAfter(earlierScores, row.source, stored))
      return { success: true as const, score: presentScore(stored) }
    })
  },

  async listScores({ store }, { caller: { workspace }, query }) {
    const key = await scoredKey(store.db, workspace, query)
    const stored = await selectScores(store.db, workspace, key, maxGivenScores)
    if (key.subject_type === 'request')
      return { success: true as const, scores: await withRequestScores(store.db, workspace, key, stored) }
    const ofSpans =
      key.subject_type === 'trace'
        ? await selectScoresOfSpans(store.db, workspace, key.trace_id, maxGivenScores)
        : []
    return { success: true as const, scores: [...stored, ...ofSpans].map(presentScore) }
  },

  async deleteScore({ store }, { caller: { workspace }, query }) {
    return store.transact(async (tx) => {
      const key = await scoredKey(tx, workspace, query)
      const earlierScores = await selectNamed(tx, workspace, key, query.name)
      const wasDeleted = await removeScore(tx, workspace, key, query)
      if (!wasDeleted) throw new Refusal('not_found', 'There is no such score.')
      await changeRequestScore(tx, workspace, key, query.name, numberAfter(earlierScores, query.source, null))
      return { success: true as const }
    })
  },
} satisfies Partial<Handlers>

interface NamedSubject {
  readonly subject_type: ScoreSubject
  readonly subject_id: string
  readonly trace_id?: string | null | undefined
}

const digits = /^[1-9]\d{0,14}$/
const noSubject = (noun: string) =>
  new Refusal('not_found', `There is no such ${noun}.`, { field: 'subject_id' })

/** Finds the subject of a score. @throws Refusal if it does not exist in the workspace. */
async function scoredKey(
  db: Database | Tx,
  workspace: WorkspaceId,
  subject: NamedSubject,
): Promise<ScoredKey> {
  const { subject_type, subject_id, trace_id } = subject
  if ((subject_type === 'span') !== (trace_id != null))
    throw badField(
      'trace_id',
      `trace_id: ${trace_id == null ? 'is required for a span.' : 'is only for spans.'}`,
    )
  switch (subject_type) {
    case 'request': {
      const id = digits.test(subject_id) ? Number(subject_id) : null
      if (id === null || (await existingRequests(db, workspace, [id])).length === 0)
        throw noSubject('request')
      return { subject_type, subject_id, trace_id: '' }
    }
    case 'trace':
      if (!(await findTrace(db, workspace, subject_id))) throw noSubject('trace')
      return { subject_type, subject_id, trace_id: subject_id }
    case 'span':
      if (!(await hasSpan(db, workspace, trace_id!, subject_id))) throw noSubject('span')
      return { subject_type, subject_id, trace_id: trace_id! }
    case 'session': {
      const session = facetText(subject_id)
      if (!(await hasSession(db, workspace, session))) throw noSubject('session')
      return { subject_type, subject_id: session, trace_id: '' }
    }
  }
}

/**
 * Replaces scores by the scores of the request itself, for example from `POST /rest/track-score`, because these take precedence.
 */
async function withRequestScores(
  db: Database,
  workspace: WorkspaceId,
  key: ScoredKey,
  scores: readonly GivenScoreRow[],
) {
  const ownScores = await requestScores(db, workspace, Number(key.subject_id))
  const values = new Map(ownScores.map(({ name, score }) => [name, score]))
  const names = new Set(scores.map(({ name }) => name))
  return [
    ...scores.map((row) =>
      presentScore(isRequestScore(row) ? { ...row, number: values.get(row.name) ?? row.number } : row),
    ),
    ...ownScores
      .filter(({ name }) => !names.has(name))
      .map(({ name, score }) => ({
        subject_type: key.subject_type,
        subject_id: key.subject_id,
        trace_id: null,
        name,
        type: 'number' as const,
        value: score,
        comment: null,
        source: 'application' as const,
        author: null,
        created_at: null,
        updated_at: null,
      })),
  ]
}

/**
 * The number that the request itself has after a score is given or deleted (`stored` is null). Null: no number.
 * Undefined: the number stays.
 */
function numberAfter(
  before: readonly GivenScoreRow[],
  source: string,
  stored: GivenScoreRow | null,
): number | null | undefined {
  if (stored && isRequestScore(stored)) return stored.number!
  const replaced = before.find((row) => row.source === source)
  if (!replaced || !isRequestScore(replaced)) return undefined
  const otherScores = before.filter((row) => row !== replaced && isRequestScore(row))
  return otherScores.toSorted((left, right) => right.updated_at - left.updated_at)[0]?.number ?? null
}

async function changeRequestScore(
  tx: Tx,
  workspace: WorkspaceId,
  { subject_id }: ScoredKey,
  name: string,
  score: number | null | undefined,
): Promise<void> {
  if (score === undefined) return
  if (score === null) await deleteRequestScore(tx, workspace, Number(subject_id), name)
  else await putRequestScore(tx, workspace, Number(subject_id), { name, score })
}

export const presentScore = (row: GivenScoreRow) => ({
  subject_type: row.subject_type as ScoreSubject,
  subject_id: row.subject_id,
  trace_id: row.trace_id || null,
  ...presentGiven(row),
  author: { kind: row.author_kind, id: row.author_id, name: row.author_name },
  ...timesOf(row),
})
