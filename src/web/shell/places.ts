import { Activity, ChartLine, FileText, FlaskConical, type LucideIcon, Settings, Table2 } from 'lucide-react'

export interface Place {
  readonly to: string
  readonly name: string
  readonly icon: LucideIcon
  /** The second key after G. */
  readonly key: string
}

/** Where one can go from anywhere: the navigation, the palette and the G shortcuts read this list. */
export const places: readonly Place[] = [
  { to: '/prompts', name: 'Prompts', icon: FileText, key: 'p' },
  { to: '/requests', name: 'Requests', icon: Activity, key: 'r' },
  { to: '/analytics', name: 'Analytics', icon: ChartLine, key: 'a' },
  { to: '/tables', name: 'Tables', icon: Table2, key: 't' },
  { to: '/playground', name: 'Playground', icon: FlaskConical, key: 'g' },
  { to: '/settings', name: 'Settings', icon: Settings, key: 's' },
]
