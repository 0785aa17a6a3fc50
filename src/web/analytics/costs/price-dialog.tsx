import { call, errorAt } from '../../api/index.ts'
import { TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'

export interface Priced {
  readonly provider: string
  readonly model: string
}

interface Props {
  /** If null, the dialog has a field for the model. */
  readonly model: Priced | null
  readonly onClose: () => void
}

type Written = Readonly<Record<string, string>>

/** Sets the workspace's own price, in the unit in which providers publish theirs. */
export function PriceDialog({ model: priced, onClose }: Props) {
  const save = useFormChange(
    (fields: Written) => call('createPriceOverride', { body: bodyOf(priced, fields) }),
    {
      keys: ['price-ledger', 'price-overrides'],
      done: ({ price_override: { model } }) => `${model} has a price; reprice to update logged requests`,
      onSuccess: onClose,
    },
  )
  const fieldPaths = ['rates.input', 'rates.output', 'service_tier', 'from', 'to']
  if (!priced) fieldPaths.push('model', 'provider')
  return (
    <FormDialog
      title={priced ? `Price of ${priced.model}` : 'Price of a model'}
      description="US dollars for a million tokens. It applies to new requests at once, and to logged ones when they are repriced."
      verb="Set price"
      state={save}
      fields={fieldPaths}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      {!priced && (
        <>
          <TextField
            label="Model"
            name="model"
            placeholder="our-fine-tune-*"
            hint="Each * stands for any characters."
            autoFocus
            error={errorAt(save.error, 'model')}
          />
          <TextField
            label="Provider"
            name="provider"
            placeholder="any"
            error={errorAt(save.error, 'provider')}
          />
        </>
      )}
      <TextField
        label="Input"
        name="input"
        inputMode="decimal"
        placeholder="0.30"
        autoFocus={priced !== null}
        error={errorAt(save.error, 'rates.input')}
      />
      <TextField
        label="Output"
        name="output"
        inputMode="decimal"
        placeholder="1.20"
        error={errorAt(save.error, 'rates.output')}
      />
      <TextField
        label="Service tier"
        name="tier"
        placeholder="standard"
        hint="As providers name it: batch, flex, priority."
        error={errorAt(save.error, 'service_tier')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="From"
          name="from"
          type="date"
          hint="Days of UTC; none: ever."
          error={errorAt(save.error, 'from')}
        />
        <TextField
          label="Until"
          name="to"
          type="date"
          hint="Not included; none: no end."
          error={errorAt(save.error, 'to')}
        />
      </div>
    </FormDialog>
  )
}

function bodyOf(priced: Priced | null, fields: Written) {
  const { model = '', provider = '', input = '', output = '', tier = '', from = '', to = '' } = fields
  return {
    model: priced?.model ?? model.trim(),
    provider: priced?.provider ?? (provider.trim() || null),
    service_tier: tier.trim() || null,
    ...(from && { from: midnight(from) }),
    to: to ? midnight(to) : null,
    rates: { ...(input && { input }), ...(output && { output }) },
  }
}

const midnight = (day: string): string => `${day}T00:00:00Z`
