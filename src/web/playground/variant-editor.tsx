import { ChevronDown, MoreHorizontal } from 'lucide-react'
import {
  Button,
  counted,
  Field,
  Input,
  Menu,
  MenuItem,
  MenuSeparator,
  Select,
  TextArea,
} from '../design/index.ts'
import { ParameterList, providerChoices } from '../prompts/forms.ts'
import { type Kept, type Variant, variantName } from './variant.ts'

interface Props {
  readonly letter: string
  readonly variant: Variant
  readonly onChange: (variant: Variant) => void
  readonly onDuplicate: () => void
  readonly onRemove: (() => void) | null
  readonly onOpen: () => void
  readonly onSave: () => void
  /** Null: a value is not whole. */
  readonly onCopy: (() => void) | null
}

/** What is asked, of which model. */
export function VariantEditor({
  letter,
  variant,
  onChange,
  onDuplicate,
  onRemove,
  onOpen,
  onSave,
  onCopy,
}: Props) {
  const set = (change: Partial<Variant>) => onChange({ ...variant, ...change })
  return (
    <section aria-label={`Variant ${letter}`} className="flex flex-col gap-2">
      <header className="flex items-center gap-2">
        <h2 className="text-heading font-semibold">{letter}</h2>
        <Button
          kind="quiet"
          size="small"
          className="min-w-0 shrink"
          aria-label={`Open a prompt as variant ${letter}, now ${variantName(variant)}`}
          onClick={onOpen}
        >
          <bdi className="truncate">{variantName(variant)}</bdi>
          <ChevronDown />
        </Button>
        <div className="ml-auto">
          <Menu
            trigger={
              <Button kind="quiet" size="small-icon" aria-label={`More for variant ${letter}`}>
                <MoreHorizontal />
              </Button>
            }
          >
            <MenuItem onSelect={onOpen}>Open a prompt</MenuItem>
            <MenuItem onSelect={onSave}>Save as version</MenuItem>
            <MenuItem onSelect={onDuplicate}>Duplicate</MenuItem>
            <MenuItem disabled={!onCopy} onSelect={() => onCopy?.()}>
              Copy as cURL
            </MenuItem>
            {onRemove && (
              <>
                <MenuSeparator />
                <MenuItem onSelect={onRemove} danger>
                  Remove
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
      </header>
      <div className="grid grid-cols-[1fr_1.6fr] gap-2">
        <Field label="Provider">
          {({ id }) => (
            <Select
              id={id}
              value={variant.provider}
              choices={providerChoices(variant.provider)}
              onChange={(provider) => set({ provider })}
              className="w-full min-w-0 [&>span]:truncate"
            />
          )}
        </Field>
        <Field label="Model">
          {(control) => (
            <Input
              {...control}
              value={variant.model}
              onChange={(event) => set({ model: event.target.value })}
            />
          )}
        </Field>
      </div>
      <ParameterList
        parameters={variant.parameters}
        readOnly={false}
        onChange={(parameters) => set({ parameters })}
      />
      {variant.kept && <KeptNote kept={variant.kept} onDrop={() => onChange(without(variant))} />}
      {(['system', 'user'] as const).map((role) => (
        <Field key={role} label={role === 'system' ? 'System' : 'User'}>
          {(control) => (
            <TextArea
              {...control}
              rows={role === 'system' ? 3 : 4}
              className="field-sizing-content max-h-96 min-h-16 font-mono text-[12.5px]"
              value={variant[role]}
              onChange={(event) => set({ [role]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </section>
  )
}

const without = ({ kept: _kept, ...variant }: Variant): Variant => variant

/** What of a logged request has no field here, and is sent all the same. */
function KeptNote({ kept, onDrop }: { kept: Kept; onDrop: () => void }) {
  const tools = kept.template['tools']
  const parts = [
    kept.messages.length > 0 && counted(kept.messages.length, 'more message'),
    Array.isArray(tools) && tools.length > 0 && counted(tools.length, 'tool'),
  ].filter((part) => typeof part === 'string')
  if (parts.length === 0) return null
  return (
    <p className="flex items-center gap-2 rounded-md bg-note-soft px-2 py-1 text-small text-note">
      <span className="min-w-0 flex-1">Comes along: {parts.join('; ')}.</span>
      <Button size="small" onClick={onDrop}>
        Leave out
      </Button>
    </p>
  )
}
