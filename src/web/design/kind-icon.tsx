import {
  Bot,
  Calculator,
  CheckCheck,
  Code,
  FileText,
  Globe,
  type IconComponent,
  Scale,
  ScanSearch,
  Search,
  Sparkles,
  Table2,
  TextCursorInput,
  UserRound,
  Workflow,
  Wrench,
} from '../icons/index.ts'
import { classNames } from './class-names.ts'

/** One icon and colour for each kind, in traces, column heads, workflow nodes and request rows. */
const kinds = {
  model: { icon: Sparkles, style: 'text-computed' },
  prompt: { icon: FileText, style: 'text-computed' },
  extract: { icon: ScanSearch, style: 'text-computed' },
  judge: { icon: Scale, style: 'text-kind-judge' },
  check: { icon: CheckCheck, style: 'text-kind-judge' },
  tool: { icon: Wrench, style: 'text-kind-tool' },
  address: { icon: Globe, style: 'text-kind-tool' },
  retriever: { icon: Search, style: 'text-kind-retriever' },
  code: { icon: Code, style: 'text-note' },
  calculation: { icon: Calculator, style: 'text-note' },
  workflow: { icon: Workflow, style: 'text-note' },
  agent: { icon: Bot, style: 'text-note' },
  person: { icon: UserRound, style: 'text-good' },
  table: { icon: Table2, style: 'text-kind-retriever' },
  text: { icon: TextCursorInput, style: 'text-ink-faint' },
} as const satisfies Record<string, { icon: IconComponent; style: string }>

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as readonly Kind[]

/** The class of the colour of a kind, as text colour. */
export const kindStyle = (kind: Kind): string => kinds[kind].style

/** The icon of a kind. `label` is needed if no text beside the icon names the kind. */
export function KindIcon({ kind, label, className }: { kind: Kind; label?: string; className?: string }) {
  const { icon: Icon, style } = kinds[kind]
  return (
    <Icon
      className={classNames('size-3.5 shrink-0', style, className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
