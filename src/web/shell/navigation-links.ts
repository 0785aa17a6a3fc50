import {
  Activity,
  ChartLine,
  FileText,
  FlaskConical,
  House,
  type IconComponent,
  Inbox,
  LayoutDashboard,
  ListTree,
  MessagesSquare,
  Settings,
  Table2,
  Users,
  Workflow,
  Wrench,
} from '../icons/index.ts'

export interface NavigationLink {
  readonly to: string
  readonly name: string
  readonly icon: IconComponent
  /** The key that follows G in the shortcut. */
  readonly key: string
}

interface LinkGroup {
  /** The activity; absent for pages outside of the activities. */
  readonly name?: string
  readonly links: readonly NavigationLink[]
}

/** The navigation, grouped by activity. */
export const linkGroups: readonly LinkGroup[] = [
  { links: [{ to: '/', name: 'Home', icon: House, key: 'h' }] },
  {
    name: 'Build',
    links: [
      { to: '/prompts', name: 'Prompts', icon: FileText, key: 'p' },
      { to: '/playground', name: 'Playground', icon: FlaskConical, key: 'g' },
      { to: '/workflows', name: 'Workflows', icon: Workflow, key: 'w' },
      { to: '/tools', name: 'Tools & snippets', icon: Wrench, key: 'o' },
    ],
  },
  { name: 'Evaluate', links: [{ to: '/tables', name: 'Tables', icon: Table2, key: 't' }] },
  {
    name: 'Observe',
    links: [
      { to: '/requests', name: 'Requests', icon: Activity, key: 'r' },
      { to: '/traces', name: 'Traces', icon: ListTree, key: 'l' },
      { to: '/sessions', name: 'Sessions', icon: MessagesSquare, key: 'c' },
      { to: '/users', name: 'Users', icon: Users, key: 'u' },
      { to: '/dashboards', name: 'Dashboards', icon: LayoutDashboard, key: 'd' },
      { to: '/analytics', name: 'Analytics', icon: ChartLine, key: 'a' },
    ],
  },
]

export const inboxLink: NavigationLink = { to: '/inbox', name: 'Inbox', icon: Inbox, key: 'i' }
export const settingsLink: NavigationLink = { to: '/settings', name: 'Settings', icon: Settings, key: 's' }

/** Everything with a G shortcut. */
export const navigationLinks: readonly NavigationLink[] = [
  ...linkGroups.flatMap((group) => group.links),
  inboxLink,
  settingsLink,
]
