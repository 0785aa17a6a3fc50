import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, useSession } from '../api/index.ts'
import { Button, Keys } from '../design/index.ts'
import { Search } from '../icons/index.ts'
import { HelpMenu } from './help-menu.tsx'
import { inboxLink, linkGroups, type NavigationLink, settingsLink } from './navigation-links.ts'
import { PersonMenu } from './person-menu.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

interface Props {
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

export function Navigation({ onSearch, onShortcuts }: Props) {
  const isPerson = Boolean(useSession()?.person)
  return (
    <nav
      aria-label="Galley"
      className="flex w-[208px] shrink-0 flex-col gap-2 overflow-y-auto border-r bg-sunken p-2 max-[1100px]:w-[52px]"
    >
      <WorkspaceMenu />
      <Button className="justify-start text-ink-soft" onClick={onSearch}>
        <Search />
        <span className="max-[1100px]:sr-only">Search</span>
        <span aria-hidden className="ml-auto max-[1100px]:hidden">
          <Keys keys="Mod K" />
        </span>
      </Button>
      {linkGroups.map(({ name, links }) => (
        <section key={name ?? ''} aria-label={name} className="flex flex-col">
          {name && (
            <h2 className="px-2 pt-2 pb-1 text-small font-medium text-ink-faint max-[1100px]:sr-only">
              {name}
            </h2>
          )}
          <ul className="flex flex-col gap-px max-[1100px]:border-t max-[1100px]:pt-2">
            {links.map((link) => (
              <SideLink key={link.to} link={link} />
            ))}
          </ul>
        </section>
      ))}
      <ul className="mt-auto flex flex-col gap-px pt-2">
        {isPerson && <InboxLink />}
        <li className="flex flex-col">
          <HelpMenu onShortcuts={onShortcuts} />
        </li>
        <SideLink link={settingsLink} />
      </ul>
      <PersonMenu />
    </nav>
  )
}

/** The link to the inbox, with the number of unread notifications. API keys have no inbox. */
function InboxLink() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  return <SideLink link={inboxLink} count={unread} />
}

interface SideLinkProps {
  readonly link: Pick<NavigationLink, 'to' | 'name' | 'icon'>
  readonly count?: number
}

const SideLink = ({ link: { to, name, icon: Icon }, count = 0 }: SideLinkProps) => (
  <li>
    <Link
      to={to}
      activeOptions={{ exact: to === '/' }}
      title={name}
      className="relative flex h-7 items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className="max-[1100px]:sr-only">{name}</span>
      {count > 0 && (
        <span className="ml-auto rounded-full bg-accent px-1.5 text-tiny font-semibold text-on-accent tabular-nums max-[1100px]:absolute max-[1100px]:-top-1 max-[1100px]:right-0 max-[1100px]:px-1">
          {count > 99 ? '99+' : count}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </Link>
  </li>
)

/**
 * The number of unread notifications. It is fetched each minute, because the end of a run is no change that the server
 * announces.
 */
const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) =>
    (await call('listNotifications', { query: { unread: true, limit: 1 }, signal })).unread_count,
  refetchInterval: 60_000,
})
