import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, base64Of, call, errorAt, errorElsewhere } from '../api/index.ts'
import { Button, Dialog, Field, Form, Problem, SkeletonRows, TextField } from '../design/index.ts'
import { useFormChange } from '../dialogs/values.ts'
import { ListDifference } from './list-difference.tsx'

/** An imported list or a stored one; the built-in one has no id. */
export type ListSource =
  | { readonly kind: 'import' }
  | { readonly kind: 'stored'; readonly id: number | null; readonly name: string }

type ListBody =
  | { readonly file_name: string; readonly file_content_base64: string }
  | { readonly url: string }
  | { readonly price_list_id: number | null }

interface ChosenList {
  readonly attempt: number
  readonly read: () => Promise<ListBody>
}

interface Props {
  readonly source: ListSource
  readonly onClose: () => void
  readonly onReprice: () => void
}

/** Previews the changes of another price list, applies the list, then offers to reprice logged requests. */
export function PriceListDialog({ source, onClose, onReprice }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const storedList = source.kind === 'stored' ? source : null
  const [chosenList, setChosenList] = useState<ChosenList | null>(
    storedList && { attempt: 0, read: async () => ({ price_list_id: storedList.id }) },
  )
  const preview = useQuery({
    queryKey: ['price-list-preview', chosenList?.attempt],
    queryFn: async ({ signal }) => {
      const body = await chosenList!.read()
      return { body, difference: await call('changePriceList', { body, signal }) }
    },
    enabled: chosenList !== null,
    placeholderData: undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const apply = useFormChange(
    ({ body, difference }: { body: ListBody; difference: Answer<'changePriceList'> }) =>
      call('changePriceList', { body: { ...body, digest: difference.digest } }),
    { keys: ['price-lists', 'price-ledger'] },
  )
  const difference = preview.data?.difference
  const error = apply.error ?? errorElsewhere(preview.error, storedList ? [] : ['file_content_base64', 'url'])
  return (
    <Dialog
      wide={difference !== undefined}
      onClose={onClose}
      title={storedList ? `Use ${storedList.name}` : 'Import a price list'}
      description={
        difference
          ? `${difference.after.name} will replace ${difference.before.name}.`
          : "In genai-prices' or LiteLLM's JSON format. A preview shows the changes first."
      }
      actions={
        apply.data ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button kind="primary" onClick={onReprice}>
              Reprice the last 30 days
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {difference ? (
              <Button kind="primary" isBusy={apply.isPending} onClick={() => apply.mutate(preview.data!)}>
                Use this list
              </Button>
            ) : (
              <Button kind="primary" type="submit" form="price-list" isBusy={preview.isFetching}>
                Preview
              </Button>
            )}
          </>
        )
      }
    >
      {error && <Problem error={error} className="m-0 mb-3" />}
      {apply.data && (
        <p role="status" className="mb-3 rounded-lg border border-good bg-good-soft px-3 py-2 text-good">
          New requests are priced by {apply.data.after.name}. Logged requests keep their price until they are
          repriced.
        </p>
      )}
      {difference && <ListDifference difference={difference} />}
      {!difference && storedList && !error && <SkeletonRows rows={4} />}
      {!difference && !storedList && (
        <Form
          id="price-list"
          onSubmit={({ url = '' }) =>
            setChosenList({ attempt: (chosenList?.attempt ?? 0) + 1, read: () => bodyOf(file, url) })
          }
        >
          <Field label="File" hint="8 MB at most." error={errorAt(preview.error, 'file_content_base64')}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".json,application/json"
                className="w-full rounded-md border border-line-strong bg-surface p-1.5"
                onChange={({ target }) => setFile(target.files?.[0] ?? null)}
              />
            )}
          </Field>
          <TextField
            label="URL"
            name="url"
            type="url"
            placeholder="https://"
            hint="Instead of a file. The server fetches it once."
            error={errorAt(preview.error, 'url')}
          />
        </Form>
      )}
    </Dialog>
  )
}

async function bodyOf(file: File | null, url: string): Promise<ListBody> {
  if (file) return { file_name: file.name, file_content_base64: await base64Of(file) }
  if (url.trim() === '') throw new Error('Choose a file, or enter a URL.')
  return { url: url.trim() }
}
