import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Answer, call, queryOf } from '../../api/index.ts'
import { Button, CodeBlock, Empty, Menu, MenuItem } from '../../design/index.ts'
import { ArrowDown } from '../../icons/index.ts'
import { ScoreOrder } from '../../requests/index.ts'
import { scoreText } from '../../requests/values.ts'
import { sessionViews } from '../list/trace-views.ts'
import {
  GroupList,
  type GroupSearch,
  groupColumn,
  hasTexts,
  lastActive,
  previewColumns,
  sessionColumn,
  totalColumns,
} from './group-list.tsx'

type Session = Answer<'searchTraceSessions'>['items'][number]

/** Width of the window, in pixels, from which texts leave room for all other columns. */
const wideWindowPixels = 1_700

/** Columns that the texts and the last score replace. */
const replaced = ['requests', 'duration', 'tokens']

const columnsOf = (sessions: readonly Session[], sortScore: string | undefined) => {
  const withTexts = hasTexts(sessions)
  const isNarrow = withTexts && innerWidth < wideWindowPixels
  const hasScores =
    !isNarrow || sortScore !== undefined || sessions.some(({ newest_scores }) => newest_scores.length > 0)
  return [
    lastActive<Session>(),
    sessionColumn<Session>(),
    ...(withTexts ? previewColumns<Session>() : []),
    groupColumn<Session>({
      id: 'user',
      name: 'User',
      width: 'minmax(5rem, 2.5fr)',
      show: ({ user_id }) => <bdi>{user_id}</bdi>,
    }),
    ...totalColumns<Session>('Turns')
      .filter(({ id }) => (isNarrow ? !replaced.includes(id) : id !== 'requests'))
      .map((column) =>
        isNarrow ? { ...column, width: column.id === 'cost' ? '8.5rem' : '3.25rem' } : column,
      ),
    ...(hasScores
      ? [
          groupColumn<Session>({
            id: 'score',
            name: sortScore === undefined ? 'Last score' : 'Score',
            width: 'minmax(4rem, 2fr)',
            show: ({ newest_scores: scores }) => {
              const score = scores.find(({ name }) => name === sortScore) ?? scores[0]
              return score && <Score {...score} />
            },
          }),
        ]
      : []),
  ]
}

const Score = (score: Session['newest_scores'][number]) => (
  <span className="truncate" title={score.comment ?? undefined}>
    <bdi className="text-ink-soft">{score.name}</bdi> <bdi className="font-medium">{scoreText(score)}</bdi>
  </span>
)

export function Sessions() {
  const search = useSearch({ from: '/sessions' })
  const navigate = useNavigate({ from: '/sessions' })
  const open = useNavigate()
  const { sortScore } = search
  const change = (next: GroupSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const byScore = sortScore !== undefined && { sort_by: 'score' as const, sort_score_name: sortScore }
  return (
    <GroupList
      title="Sessions"
      views={sessionViews}
      search={search}
      onChange={change}
      onZoom={(from, to) => void navigate({ search: (before) => ({ ...before, from, to }) })}
      counted="Turns"
      read={(body, signal) =>
        call('searchTraceSessions', { body: { ...body, ...byScore, include_previews: true }, signal })
      }
      filterActions={
        <ScoreMenu onChoose={(name) => change({ sortBy: undefined, sortScore: name, rising: undefined })} />
      }
      order={
        sortScore !== undefined && (
          <ScoreOrder rows="Sessions" name={sortScore} isRising={search.rising === true} onChange={change} />
        )
      }
      condition={{ field: 'trace_session_id', operator: 'is_not_null' }}
      columnsOf={(sessions) => columnsOf(sessions, sortScore)}
      keyOf={({ session_id }) => session_id}
      onOpen={(sessionId) => void open({ to: '/sessions/$sessionId', params: { sessionId } })}
      empty={<NoSessions />}
    />
  )
}

const NoSessions = () => (
  <Empty title="No sessions yet">
    <p className="mb-3">
      A session is a conversation over several traces. Spans name it in an attribute. The attributes of
      OpenInference, Langfuse, LangSmith, the Vercel AI SDK and others are read too.
    </p>
    <CodeBlock name="attribute" text={`span.setAttribute('session.id', conversationId)`} />
  </Empty>
)

/** Chooses the score by which sessions are ordered; nothing if no session has a score. */
function ScoreMenu({ onChoose }: { readonly onChoose: (name: string) => void }) {
  const { data } = useQuery(
    queryOf(['score-names', 'session'], 'readTraceFacets', {
      body: { facets: [{ field: 'session_score_names' }], limit: 50 },
    }),
  )
  const names = data?.facets[0]?.values ?? []
  if (names.length === 0) return null
  return (
    <Menu
      trigger={
        <Button>
          <ArrowDown />
          By score
        </Button>
      }
    >
      {names.map(({ value }) => (
        <MenuItem key={value} onSelect={() => onChoose(value)}>
          <span className="max-w-60 truncate [unicode-bidi:isolate]">{value}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
