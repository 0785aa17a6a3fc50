import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import {
  Avatar,
  Button,
  classNames,
  Empty,
  KeyMark,
  QueryState,
  Segmented,
  ShowMore,
  Time,
  TipButton,
} from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { Check } from '../icons/index.ts'
import { Page } from '../shell/index.ts'
import { type Notification, notificationsQuery } from './queries.ts'
import { sentenceOf } from './sentence-of.ts'

export function Inbox() {
  const { all = false } = useSearch({ from: '/inbox' })
  const navigate = useNavigate({ from: '/inbox' })
  const list = useInfiniteQuery(notificationsQuery(!all))
  const notifications = list.data?.pages.flatMap((page) => page.notifications)
  const mark = useChange(
    (body: { ids: string[] } | { up_to_id: string }) => call('readNotifications', { body }),
    { keys: ['notifications'] },
  )
  const newest = notifications?.[0]
  const hasUnread = notifications?.some(({ read_at }) => read_at === null) ?? false
  return (
    <Page
      title="Inbox"
      actions={
        <>
          <Segmented
            label="Notifications"
            value={all ? 'all' : 'unread'}
            choices={[
              { value: 'unread', label: 'Unread' },
              { value: 'all', label: 'All' },
            ]}
            onChange={(next) => navigate({ search: { all: next === 'all' ? true : undefined } })}
          />
          <Button
            disabled={!hasUnread}
            isBusy={mark.isPending}
            onClick={() => newest && mark.mutate({ up_to_id: newest.id })}
          >
            Mark all as read
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        <QueryState query={list} height="h-16" />
        {notifications?.length === 0 && (
          <Empty title={all ? 'No notifications' : 'Nothing unread'}>
            Mentions, replies, release requests to decide, decisions about yours, and the ends of your long
            runs arrive here.
          </Empty>
        )}
        <ul aria-label="Notifications">
          {notifications?.map((notification) => (
            <Item
              key={notification.id}
              notification={notification}
              onRead={() => mark.mutate({ ids: [notification.id] })}
            />
          ))}
        </ul>
        <ShowMore list={list} className="m-4 self-center" />
      </div>
    </Page>
  )
}

function Item({ notification, onRead }: { notification: Notification; onRead: () => void }) {
  const { actor, read_at, at, text } = notification
  const isUnread = read_at === null
  return (
    <li className="flex items-start border-b hover:bg-sunken">
      <Link
        {...linkOf(notification)}
        onClick={() => isUnread && onRead()}
        className="flex min-w-0 flex-1 items-start gap-3 px-4 py-3"
      >
        <span
          className={classNames('mt-2 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')}
          {...(isUnread ? { role: 'img', 'aria-label': 'Unread' } : { 'aria-hidden': true })}
        />
        {actor.kind === 'person' ? <Avatar name={actor.name} /> : <KeyMark />}
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className={classNames('min-w-0 break-words', isUnread && 'font-medium')}>
            {sentenceOf(notification)}
          </span>
          <bdi className="line-clamp-2 min-w-0 break-words text-ink-soft">{text}</bdi>
        </span>
        <span className="shrink-0 text-small text-ink-faint">
          <Time at={at} />
        </span>
      </Link>
      {isUnread && (
        <TipButton tip="Mark as read" className="my-2 mr-2" onClick={onRead}>
          <Check />
        </TipButton>
      )}
    </li>
  )
}

/** The link to the subject of a notification; a release request links to the diff of its versions. */
function linkOf({ kind, subject }: Pick<Notification, 'kind' | 'subject'>) {
  const { type, id, table_id } = subject
  const v = subject.version_number ?? undefined
  switch (type) {
    case 'prompt':
      return linkOptions({
        to: '/prompts/$promptId',
        params: { promptId: id },
        search: {
          v,
          tab: kind === 'release_request' ? 'compare' : kind === 'release_decision' ? undefined : 'comments',
        },
      })
    case 'request':
      return linkOptions({ to: '/requests', search: { request: Number(id), whole: true, comments: true } })
    case 'trace':
      return linkOptions({ to: '/traces/$traceId', params: { traceId: id }, search: { comments: true } })
    case 'sheet':
      return linkOptions({
        to: '/tables/$tableId',
        params: { tableId: table_id ?? '' },
        search: { sheet: id, row: subject.row_index ?? undefined },
      })
  }
}
