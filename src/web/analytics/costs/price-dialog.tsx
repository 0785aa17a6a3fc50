import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import { Button, Dialog, Form, Problem, TextField, toast } from '../../design/index.ts'

export interface Priced {
  readonly provider: string
  readonly model: string
}

/** A price of the workspace's own, in the unit in which providers tell theirs. */
export function PriceDialog({ model: { provider, model }, onClose }: { model: Priced; onClose: () => void }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ input = '', output = '' }: Readonly<Record<string, string>>) =>
      call('createPriceOverride', {
        body: { provider, model, rates: { ...(input && { input }), ...(output && { output }) } },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['price-ledger'] })
      toast(`${model} has a price; reprice to count what is logged`)
      onClose()
    },
  })
  const elsewhere = errorElsewhere(save.error, ['rates.input', 'rates.output'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Price of ${model}`}
      description="US dollars for a million tokens. It counts for new requests at once, for those in the log when they are repriced."
      actions={
        <Button kind="primary" type="submit" form="price" disabled={save.isPending}>
          Set price
        </Button>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form id="price" onSubmit={save.mutate}>
        <TextField
          label="Input"
          name="input"
          inputMode="decimal"
          placeholder="0.30"
          autoFocus
          error={errorAt(save.error, 'rates.input')}
        />
        <TextField
          label="Output"
          name="output"
          inputMode="decimal"
          placeholder="1.20"
          error={errorAt(save.error, 'rates.output')}
        />
      </Form>
    </Dialog>
  )
}
