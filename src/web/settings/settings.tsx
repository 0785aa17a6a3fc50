import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMay, useSession } from '../api/index.ts'
import { Page } from '../shell/index.ts'

const sections = [
  { to: '/settings/keys', name: 'API keys', for: 'admins' },
  { to: '/settings/members', name: 'Members', for: 'all' },
  { to: '/settings/labels', name: 'Protected labels', for: 'all' },
  { to: '/settings/connections', name: 'Provider keys', for: 'all' },
  { to: '/settings/variables', name: 'Environment variables', for: 'all' },
  { to: '/settings/tools', name: 'Tools', for: 'all' },
  { to: '/settings/mcp-servers', name: 'MCP servers', for: 'all' },
  { to: '/settings/models', name: 'Models of evaluations', for: 'all' },
  { to: '/settings/prices', name: 'Prices', for: 'all' },
  { to: '/settings/retention', name: 'Retention', for: 'all' },
  { to: '/settings/storage', name: 'Storage', for: 'admins' },
  { to: '/settings/code', name: 'Code', for: 'all' },
  { to: '/settings/audit', name: 'Audit log', for: 'admins' },
  { to: '/settings/accounts', name: 'Accounts', for: 'installation' },
  { to: '/settings/workspaces', name: 'Workspaces', for: 'installation' },
  { to: '/settings/account', name: 'You', for: 'all' },
  { to: '/welcome', name: 'First steps', for: 'all' },
] as const

/** The list of sections, and one of them. */
export function Settings({ children }: { children: ReactNode }) {
  const isAdmin = useMay('admin')
  const runsInstallation = useSession()?.rights.is_installation_admin === true
  const isShown = { all: true, admins: isAdmin, installation: runsInstallation }
  const list = useRef<HTMLElement>(null)
  // Of a list that is wider or higher than its place, the section that is open is in view.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <Page title="Settings">
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <nav
          ref={list}
          aria-label="Settings"
          className="w-[208px] shrink-0 overflow-auto max-[1100px]:w-44 border-r bg-surface p-2 max-sm:w-auto max-sm:border-r-0 max-sm:border-b"
        >
          <ul className="flex flex-col gap-px max-sm:flex-row">
            {sections
              .filter((section) => isShown[section.for])
              .map(({ to, name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeProps={{ 'aria-current': 'page' }}
                    className="flex h-7 items-center rounded-md px-2 whitespace-nowrap text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
                  >
                    {name}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <div className="min-w-0 flex-1 overflow-auto">{children}</div>
      </div>
    </Page>
  )
}
