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
} from '../icons/index.ts'

export interface Place {
  readonly to: string
  readonly name: string
  readonly icon: IconComponent
  /** The key that follows G in the shortcut. */
  readonly key: string
}

interface PlaceGroup {
  /** The activity; absent for pages outside of the activities. */
  readonly name?: string
  readonly places: readonly Place[]
}

/** The navigation, grouped by activity. */
export const placeGroups: readonly PlaceGroup[] = [
  { places: [{ to: '/', name: 'Home', icon: House, key: 'h' }] },
  {
    name: 'Build',
    places: [
      { to: '/prompts', name: 'Prompts', icon: FileText, key: 'p' },
      { to: '/playground', name: 'Playground', icon: FlaskConical, key: 'g' },
      { to: '/workflows', name: 'Workflows', icon: Workflow, key: 'w' },
    ],
  },
  { name: 'Evaluate', places: [{ to: '/tables', name: 'Tables', icon: Table2, key: 't' }] },
  {
    name: 'Observe',
    places: [
      { to: '/requests', name: 'Requests', icon: Activity, key: 'r' },
      { to: '/traces', name: 'Traces', icon: ListTree, key: 'l' },
      { to: '/sessions', name: 'Sessions', icon: MessagesSquare, key: 'c' },
      { to: '/users', name: 'Users', icon: Users, key: 'u' },
      { to: '/dashboards', name: 'Dashboards', icon: LayoutDashboard, key: 'd' },
      { to: '/analytics', name: 'Analytics', icon: ChartLine, key: 'a' },
    ],
  },
]

export const inboxPlace: Place = { to: '/inbox', name: 'Inbox', icon: Inbox, key: 'i' }
export const settingsPlace: Place = { to: '/settings', name: 'Settings', icon: Settings, key: 's' }

/** Everything with a G shortcut. */
export const places: readonly Place[] = [
  ...placeGroups.flatMap((group) => group.places),
  inboxPlace,
  settingsPlace,
]
