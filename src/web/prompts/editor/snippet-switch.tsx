import { Switch } from '../../design/index.ts'

interface Props {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const SnippetSwitch = ({ checked, onChange }: Props) => (
  <div className="flex items-center gap-2 text-small text-ink-soft">
    <Switch label="Show the text of snippets" checked={checked} onChange={onChange} />
    Show the text of snippets
  </div>
)
