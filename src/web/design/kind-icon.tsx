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
  model: { icon: Sparkles, look: 'text-computed' },
  prompt: { icon: FileText, look: 'text-computed' },
  extract: { icon: ScanSearch, look: 'text-computed' },
  judge: { icon: Scale, look: 'text-kind-judge' },
  check: { icon: CheckCheck, look: 'text-kind-judge' },
  tool: { icon: Wrench, look: 'text-kind-tool' },
  address: { icon: Globe, look: 'text-kind-tool' },
  retriever: { icon: Search, look: 'text-kind-retriever' },
  code: { icon: Code, look: 'text-note' },
  calculation: { icon: Calculator, look: 'text-note' },
  workflow: { icon: Workflow, look: 'text-note' },
  agent: { icon: Bot, look: 'text-note' },
  person: { icon: UserRound, look: 'text-good' },
  table: { icon: Table2, look: 'text-kind-retriever' },
  text: { icon: TextCursorInput, look: 'text-ink-faint' },
} as const satisfies Record<string, { icon: IconComponent; look: string }>

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as readonly Kind[]

/** `label` is needed if no text beside the icon names the kind. */
export function KindIcon({ kind, label, className }: { kind: Kind; label?: string; className?: string }) {
  const { icon: Icon, look } = kinds[kind]
  return (
    <Icon
      className={classNames('size-3.5 shrink-0', look, className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
