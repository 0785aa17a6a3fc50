import { call } from '../../api/index.ts'
import { TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'

export interface PricedModel {
  readonly provider: string
  readonly model: string
}

interface Props {
  /** If null, the dialog has a field for the model. */
  readonly model: PricedModel | null
  readonly onClose: () => void
}

type FieldValues = Readonly<Record<string, string>>

/** Sets the workspace's own price, in the unit in which providers publish theirs. */
export function PriceDialog({ model: priced, onClose }: Props) {
  const save = useFormChange(
    (fields: FieldValues) => call('createPriceOverride', { body: bodyOf(priced, fields) }),
    {
      keys: ['price-ledger', 'price-overrides'],
      done: ({ price_override: { model } }) => `${model} has a price; reprice to update logged requests`,
      onSuccess: onClose,
    },
  )
  return (
    <FormDialog
      title={priced ? `Price of ${priced.model}` : 'Price of a model'}
      description="US dollars for a million tokens. It applies to new requests at once, and to logged ones when they are repriced."
      verb="Set price"
      state={save}
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
          />
          <TextField label="Provider" name="provider" placeholder="any" />
        </>
      )}
      <TextField
        label="Input"
        name="rates.input"
        inputMode="decimal"
        placeholder="0.30"
        autoFocus={priced !== null}
      />
      <TextField label="Output" name="rates.output" inputMode="decimal" placeholder="1.20" />
      <TextField
        label="Service tier"
        name="service_tier"
        placeholder="standard"
        hint="As providers name it: batch, flex, priority."
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="From" name="from" type="date" hint="A day in UTC. Empty: always." />
        <TextField
          label="Until"
          name="to"
          type="date"
          hint="The first day without this price. Empty: no end."
        />
      </div>
    </FormDialog>
  )
}

function bodyOf(priced: PricedModel | null, fields: FieldValues) {
  const { model = '', provider = '', service_tier: tier = '', from = '', to = '' } = fields
  const { 'rates.input': input, 'rates.output': output } = fields
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
