import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, Dialog, Field, Form, Problem, TextField, toast } from '../../design/index.ts'
import { filterOf, NativeSelect } from '../../tables/index.ts'
import type { WayProps } from './dataset-page.tsx'

const spans = [
  ['1', 'The last day'],
  ['7', 'The last 7 days'],
  ['30', 'The last 30 days'],
  ['', 'Any time'],
] as const

/** Logged requests, the newest first, become the next version; runs can ask the filter again. */
export function FromFilter({ group, onAdded, onClose }: WayProps) {
  const [prompt, setPrompt] = useState('')
  const [days, setDays] = useState('7')
  const prompts = useQuery({
    queryKey: ['prompts', 'choice'],
    queryFn: ({ signal }) =>
      call('listPrompts', { query: { sort_by: 'name', sort_order: 'asc', page: 1, per_page: 250 }, signal }),
  })
  const add = useMutation({
    mutationFn: ({ words, limit }: { words: string; limit: number }) =>
      call('createDatasetFromFilter', {
        body: {
          dataset_group_id: group,
          filter_group: filterOf({ prompt, days }, Date.now()),
          ...(words !== '' && { q: words }),
          sort_by: 'request_start_time',
          sort_order: 'desc',
          limit,
        },
      }),
    onSuccess: ({ dataset_id }) => {
      toast('Requests are being added')
      return onAdded(dataset_id)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rows from requests"
      description="Their variables, answers and figures become columns of the next version."
      actions={
        <Button kind="primary" type="submit" form="from-filter" disabled={add.isPending}>
          Add rows
        </Button>
      }
    >
      <Form
        id="from-filter"
        onSubmit={({ words = '', limit = '' }) =>
          add.mutate({ words: words.trim(), limit: Math.max(1, Math.trunc(Number(limit)) || 1) })
        }
      >
        {add.error && <Problem error={add.error} className="m-0" />}
        <Field label="Of the prompt">
          {(control) => (
            <NativeSelect {...control} value={prompt} onChange={({ target }) => setPrompt(target.value)}>
              <option value="">Any, or none</option>
              {prompts.data?.prompts.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <NativeSelect {...control} value={days} onChange={({ target }) => setDays(target.value)}>
              {spans.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <TextField label="With the words" name="words" autoComplete="off" />
        <TextField label="At most" name="limit" type="number" min={1} defaultValue="100" />
      </Form>
    </Dialog>
  )
}
