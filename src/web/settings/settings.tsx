import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMay, useSession } from '../api/index.ts'
import { Button, Empty, Menu, MenuGroup, MenuItem, PageSearch } from '../design/index.ts'
import { ChevronsUpDown } from '../icons/index.ts'
import { hasWords, Page, type SettingsSection, settingsGroups, useTopics, wordsOf } from '../shell/index.ts'

const audiences = {
  admins: 'admins of the workspace',
  installation: 'admins of the installation',
}

/** The list of sections beside the open section. */
export function Settings({ children }: { children: ReactNode }) {
  const isAdmin = useMay('admin')
  const runsInstallation = useSession()?.rights.is_installation_admin === true
  const isShown = ({ for: audience }: SettingsSection) =>
    audience === undefined || { admins: isAdmin, installation: runsInstallation }[audience]
  const router = useRouter()
  const list = useRef<HTMLElement>(null)
  // Scrolls the list so that the open section is in view.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  const address = useLocation({ select: ({ pathname }) => pathname })
  const section = settingsGroups.flatMap(({ sections }) => sections).find(({ to }) => to === address)
  const groups = settingsGroups
    .map(({ name, sections }) => ({ name, sections: sections.filter(isShown) }))
    .filter(({ sections }) => sections.length > 0)
  const [typed, setTyped] = useState<string>()
  const topics = useTopics()
  const words = wordsOf(typed ?? '')
  const found = groups
    .map(({ name, sections }) => ({
      name,
      sections: sections.flatMap(({ to, name: sectionName }) => {
        const isNamed = hasWords(`${name} ${sectionName}`, words)
        const topic = isNamed ? undefined : topics?.topicOf(to, words)
        return isNamed || topic ? [{ to, sectionName, topic }] : []
      }),
    }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <Page title="Settings">
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <nav
          ref={list}
          aria-label="Settings"
          className="w-[208px] shrink-0 overflow-auto max-[1100px]:w-44 border-r bg-surface p-2 max-sm:w-auto max-sm:border-r-0 max-sm:border-b"
        >
          <div className="sm:hidden">
            <Menu
              align="start"
              trigger={
                <Button className="w-full justify-between">
                  {section?.name ?? 'Sections'}
                  <ChevronsUpDown />
                </Button>
              }
            >
              {groups.map(({ name, sections }) => (
                <MenuGroup key={name} label={name}>
                  {sections.map(({ to, name: sectionName }) => (
                    <MenuItem key={to} onSelect={() => router.history.push(to)}>
                      {sectionName}
                    </MenuItem>
                  ))}
                </MenuGroup>
              ))}
            </Menu>
          </div>
          <div className="flex flex-col gap-3 max-sm:hidden">
            <PageSearch
              label="Find a setting"
              placeholder="Find a setting"
              className="w-full"
              value={typed}
              onChange={setTyped}
            />
            {found.length === 0 && <p className="px-2 text-small text-ink-faint">No setting matches.</p>}
            {found.map(({ name, sections }) => (
              <section key={name} aria-label={name}>
                <h2 className="px-2 pb-1 text-small font-medium whitespace-nowrap text-ink-faint">{name}</h2>
                <ul className="flex flex-col gap-px">
                  {sections.map(({ to, sectionName, topic }) => (
                    <li key={to}>
                      <Link
                        to={to}
                        activeProps={{ 'aria-current': 'page' }}
                        className="flex min-h-6.5 flex-col justify-center rounded-md px-2 text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
                      >
                        {sectionName}
                        {topic && <span className="pb-1 text-small font-normal text-ink-faint">{topic}</span>}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </nav>
        <div className="min-w-0 flex-1 overflow-auto">
          {section?.for && !isShown(section) ? (
            <Empty title={`${section.name}: for ${audiences[section.for]}`}>
              Your role does not allow this. The section Members lists the admins, who can change roles.
            </Empty>
          ) : (
            children
          )}
        </div>
      </div>
    </Page>
  )
}
