import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMay } from '../api/index.ts'
import { Page } from '../shell/index.ts'

const sections = [
  { to: '/settings/keys', name: 'API keys', isForAdmins: true },
  { to: '/settings/members', name: 'Members', isForAdmins: false },
  { to: '/settings/labels', name: 'Protected labels', isForAdmins: false },
  { to: '/settings/connections', name: 'Provider keys', isForAdmins: false },
  { to: '/settings/variables', name: 'Environment variables', isForAdmins: false },
  { to: '/settings/tools', name: 'Tools', isForAdmins: false },
  { to: '/settings/mcp-servers', name: 'MCP servers', isForAdmins: false },
  { to: '/settings/models', name: 'Models of evaluations', isForAdmins: false },
  { to: '/settings/prices', name: 'Prices', isForAdmins: false },
  { to: '/settings/retention', name: 'Retention', isForAdmins: false },
  { to: '/settings/storage', name: 'Storage', isForAdmins: true },
  { to: '/settings/code', name: 'Code', isForAdmins: false },
  { to: '/settings/audit', name: 'Audit log', isForAdmins: true },
  { to: '/settings/account', name: 'You', isForAdmins: false },
  { to: '/welcome', name: 'First steps', isForAdmins: false },
] as const

/** The list of sections, and one of them. */
export function Settings({ children }: { children: ReactNode }) {
  const isAdmin = useMay('admin')
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
              .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
              .map(({ to, name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeProps={{ 'aria-current': 'page' }}
                    className="flex h-7 items-center rounded-md px-2 whitespace-nowrap text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink"
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
