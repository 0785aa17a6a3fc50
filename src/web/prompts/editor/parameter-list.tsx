import { Button, IconButton, Input, Menu, MenuItem } from '../../design/index.ts'
import { Plus, X } from '../../icons/index.ts'

type Parameters = Readonly<Record<string, unknown>>

interface Props {
  readonly parameters: Parameters
  readonly readOnly: boolean
  readonly onChange: (parameters: Record<string, unknown>) => void
}

/** Common parameters, each with its range or an example. */
const common: Readonly<Record<string, string>> = {
  temperature: '0 to 2',
  max_tokens: '1024',
  top_p: '0 to 1',
  stop: '["END"]',
  seed: '42',
  reasoning_effort: 'low, medium or high',
}

/** Parses a typed text as JSON; text that is not JSON stays text. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The parameters of the model. */
export function ParameterList({ parameters, readOnly, onChange }: Props) {
  const set = (name: string, value: unknown) => onChange({ ...parameters, [name]: value })
  const remove = (name: string) => {
    const { [name]: _removed, ...rest } = parameters
    onChange(rest)
  }
  const missing = Object.keys(common).filter((name) => !Object.hasOwn(parameters, name))
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(270px,1fr))] gap-x-4 gap-y-1 empty:hidden">
        {Object.entries(parameters).map(([name, value]) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="w-32 shrink-0 truncate font-mono text-small text-ink-soft" title={name}>
              {name}
            </dt>
            <dd className="flex min-w-0 flex-1 items-center">
              {readOnly ? (
                <span className="truncate font-mono text-small">{valueText(value)}</span>
              ) : (
                <>
                  <Input
                    aria-label={name}
                    placeholder={common[name]}
                    className="font-mono text-small"
                    value={valueText(value)}
                    onChange={(event) => set(name, jsonOrText(event.target.value))}
                  />
                  <IconButton label={`Remove ${name}`} onClick={() => remove(name)}>
                    <X />
                  </IconButton>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!readOnly && (
        <Menu
          trigger={
            <Button size="small" kind="quiet" className="self-start">
              <Plus />
              Parameter
            </Button>
          }
        >
          {missing.map((name) => (
            <MenuItem key={name} onSelect={() => set(name, '')}>
              <code>{name}</code>
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
