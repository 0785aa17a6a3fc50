import { Button } from '../../design/index.ts'

interface Props {
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** A message about the whole page. */
export const Notice = ({ text, actions }: Props) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-2 border-b bg-warning-soft px-4 py-1.5 text-warning"
  >
    <span className="mr-auto">{text}</span>
    {actions.map(({ label, onClick }) => (
      <Button key={label} size="small" className="text-ink" onClick={onClick}>
        {label}
      </Button>
    ))}
  </div>
)
